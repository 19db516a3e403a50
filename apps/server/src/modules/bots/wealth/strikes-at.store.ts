import { type Fixed12, fixed12FromText } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import type { NavFigures } from '../bots.schema.ts';

export type KnownStrike = { readonly at: Date; readonly nav: Fixed12; readonly figures: NavFigures };

/**
 * Per portfolio the strike that was the newest at each of `times`, in their order; null before the first strike. One
 * look-up in the index per portfolio and time, however long the history is.
 */
export async function readStrikesAt(
  tx: Tx,
  portfolioIds: readonly string[],
  times: readonly Date[],
): Promise<Map<string, (KnownStrike | null)[]>> {
  const found = new Map(portfolioIds.map((id) => [id, times.map((): KnownStrike | null => null)]));
  if (portfolioIds.length === 0) return found;
  const { rows } = await tx.$client.query<
    NavFigures & { portfolio_id: string; place: string; at: Date; nav: string }
  >({
    name: 'read-strikes-at',
    text: `
      SELECT p.id AS portfolio_id, moment.place, n.at, n.nav,
             n.realised, n.unrealised, n.fee, n.spread, n.slippage, n.financing
      FROM unnest($1::uuid[]) AS p(id)
      CROSS JOIN unnest($2::timestamptz[]) WITH ORDINALITY AS moment(at, place)
      CROSS JOIN LATERAL (
        SELECT * FROM bot_nav WHERE portfolio_id = p.id AND at <= moment.at ORDER BY at DESC LIMIT 1
      ) n`,
    values: [portfolioIds, times],
  });
  for (const { portfolio_id, place, at, nav, ...figures } of rows) {
    const strikes = found.get(portfolio_id);
    if (strikes) strikes[Number(place) - 1] = { at, nav: fixed12FromText(nav), figures };
  }
  return found;
}
