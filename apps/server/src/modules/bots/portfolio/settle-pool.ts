import { BOTS } from '@botdepot/contract';
import { type Fixed12, fixed12FromText, fromWire, type Micros, marketValueOf, toWire } from '@botdepot/money';
import type { Work } from '../../../platform/work.ts';
import { HOUSE_ACCOUNTS, postTransfer } from '../../wallet/index.ts';
import type { PortfolioRow } from './portfolio.store.ts';

export type Settlement = { units: Fixed12; balance: Micros; moved: Micros };

/**
 * Trues a pool up to units × NAV, rounded down to the micro: the difference goes between the pool and the house's market
 * account; nothing is posted when there is none. Sums only what came since the last settlement, never customers, so its
 * cost does not grow with them.
 *
 * The caller holds the bot's exclusive lock: entries with lower numbers can then no longer appear.
 */
export async function settlePool(
  work: Work,
  portfolio: Pick<PortfolioRow, 'id' | 'botType' | 'poolAccountId'>,
  nav: Fixed12,
): Promise<Settlement> {
  const { rows } = await work.tx.$client.query<{ units: string; balance: string; unit_seq: string }>({
    name: 'read-pool',
    text: `
      SELECT (p.settled_units + u.units) AS units, (p.settled_balance + e.amount) AS balance, u.seq AS unit_seq
      FROM bot_portfolios p,
        LATERAL (SELECT coalesce(sum(units), 0) AS units, coalesce(max(seq), p.settled_unit_seq) AS seq
                 FROM bot_unit_entries WHERE portfolio_id = p.id AND seq > p.settled_unit_seq) u,
        LATERAL (SELECT coalesce(sum(amount), 0) AS amount
                 FROM ledger_entries WHERE account_id = p.pool_account_id AND seq > p.settled_entry_seq) e
      WHERE p.id = $1`,
    values: [portfolio.id],
  });
  const [row] = rows;
  if (!row) throw new Error(`portfolio ${portfolio.id} is missing`);
  const units = fixed12FromText(row.units);
  const value = marketValueOf(units, nav);
  const moved = value - fromWire(row.balance);
  const posting =
    moved === 0n
      ? undefined
      : postTransfer(work, {
          kind: 'bot_settled',
          referenceId: portfolio.id,
          description: `${BOTS[portfolio.botType].name}: Marktergebnis verrechnet`,
          customer: null,
          counter: [
            { accountId: portfolio.poolAccountId, amount: moved },
            { accountId: HOUSE_ACCOUNTS.house_market_pnl, amount: -moved },
          ],
        });
  // Queued behind the posting on the same connection, so its newest entry is the settlement's own.
  const marking = work.tx.$client.query({
    name: 'mark-pool',
    text: `
      UPDATE bot_portfolios SET settled_units = $2, settled_balance = $3, settled_unit_seq = $4, settled_at = $5,
        settled_entry_seq = coalesce((SELECT seq FROM ledger_entries WHERE account_id = $6
                                      ORDER BY seq DESC LIMIT 1), settled_entry_seq)
      WHERE id = $1`,
    values: [portfolio.id, row.units, toWire(value), row.unit_seq, work.now, portfolio.poolAccountId],
  });
  await Promise.all([posting, marking]);
  return { units, balance: value, moved };
}
