import type { BotType } from '@botdepot/contract';
import { type Fixed12, fixed12FromText, type Micros, payoutOf } from '@botdepot/money';
import { asc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import {
  botInvestments,
  botPortfolios,
  botTicks,
  botUnitEntries,
  manualTradingRecords,
  type NavFigures,
} from '../bots.schema.ts';
import { type EarnedParts, earnedBy } from '../investments/breakdown.ts';

/** A change of units: the start, a manual return, the stop. */
type HoldingChange = {
  readonly at: Date;
  readonly units: Fixed12;
  readonly nav: Fixed12;
  readonly figures: NavFigures;
};

/** Money in a bot as a stretch of units. */
export type Stake = {
  readonly portfolioId: string;
  readonly initial: Micros;
  readonly startedAt: Date;
  /** In time order; the first is the start, the last of a stopped one its stop. */
  readonly changes: readonly HoldingChange[];
  readonly manual: readonly { at: Date; profit: Micros; transferId: string }[];
  readonly stop: { at: Date; payout: Micros; figures: NavFigures } | null;
};

/** An investment in a bot of the house. */
export type Holding = Stake & {
  readonly id: string;
  readonly number: number;
  readonly botType: BotType;
  readonly series: number;
};

/** What it was worth at a moment while it was held: whole cents, what a stop would have paid at the NAV known then. */
export function valueAt(holding: Stake, at: Date, strike: KnownStrike | null): Micros {
  const { units, last } = heldAt(holding, at);
  if (!last || units === 0n) return 0n;
  return payoutOf(units, newest(last, strike).nav);
}

/**
 * Its parts over a period, the sum of which is what it changed by, less what was put in and paid out. A stop realises
 * everything: what was unrealised then, and before the period, has become realised.
 */
export function earnedBetween(
  holding: Stake,
  period: { from: Date; to: Date },
  known: { from: KnownStrike | null; to: KnownStrike },
): EarnedParts {
  const { initial, startedAt, stop, changes, manual } = holding;
  const { units, last } = heldAt(holding, period.from);
  const before = last && units > 0n ? newest(last, known.from) : null;
  const since = changes.filter(({ at }) => at > period.from && at <= period.to);
  const ended = stop !== null && stop.at <= period.to;
  const put = startedAt > period.from ? initial : valueAt(holding, period.from, known.from);
  const earned = earnedBy({
    initial: put,
    changes: [
      ...(before ? [{ units, figures: before.figures }] : []),
      ...(ended ? since.slice(0, -1) : since),
    ],
    now: ended ? stop.figures : newest(heldAt(holding, period.to).last, known.to).figures,
    manual: manual
      .filter(({ at }) => at > period.from && at <= period.to)
      .reduce((sum, { profit }) => sum + profit, 0n),
    value: ended ? stop.payout : valueAt(holding, period.to, known.to),
  });
  if (!ended) return earned;
  const unrealisedBefore = before ? unrealisedAt(holding, period.from, before.figures) : 0n;
  return {
    ...earned,
    realised: earned.realised + earned.unrealised + unrealisedBefore,
    unrealised: -unrealisedBefore,
  };
}

/** What it had earned in open positions since its start, at a moment while it was held. */
function unrealisedAt({ initial, changes }: Stake, at: Date, now: NavFigures): Micros {
  const until = changes.filter((change) => change.at <= at);
  return earnedBy({ initial, changes: until, now, manual: 0n, value: initial }).unrealised;
}

/** The units held at a moment, and the change that led to them. */
export function heldAt({ changes }: Stake, at: Date): { units: Fixed12; last: HoldingChange | undefined } {
  let units = 0n;
  let last: HoldingChange | undefined;
  for (const change of changes) {
    if (change.at > at) break;
    units += change.units;
    last = change;
  }
  return { units, last };
}

/** Starts and manual returns are booked at a tick's NAV, which the strike before it does not know. */
function newest(change: HoldingChange | undefined, strike: KnownStrike | null): HoldingChange | KnownStrike {
  if (strike && (!change || strike.at > change.at)) return strike;
  if (!change) throw new Error('nothing is held before the first change');
  return change;
}

/** A customer's investments that were held at `from` or later, and the newest tick of each of their portfolios. */
export async function readHoldings(
  tx: Tx,
  userId: string,
  from: Date,
): Promise<{ holdings: Holding[]; ticks: Map<string, KnownStrike> }> {
  const stillHeld: SQL | undefined = or(
    eq(botInvestments.status, 'active'),
    sql`${botInvestments.stoppedAt} > ${from}`,
  );
  const rows = await tx
    .select({ ...getTableColumns(botInvestments), series: botPortfolios.series })
    .from(botInvestments)
    .innerJoin(botPortfolios, eq(botPortfolios.id, botInvestments.portfolioId))
    .where(sql`${botInvestments.userId} = ${userId} AND ${stillHeld}`)
    .orderBy(asc(botInvestments.startedAt));
  if (rows.length === 0) return { holdings: [], ticks: new Map() };
  const ids = rows.map(({ id }) => id);
  const entries = await tx
    .select()
    .from(botUnitEntries)
    .where(inArray(botUnitEntries.investmentId, ids))
    .orderBy(asc(botUnitEntries.seq));
  const manual = await tx
    .select()
    .from(manualTradingRecords)
    .where(inArray(manualTradingRecords.investmentId, ids));
  const ticks = await tx
    .select()
    .from(botTicks)
    .where(inArray(botTicks.portfolioId, [...new Set(rows.map(({ portfolioId }) => portfolioId))]));

  const changesOf = Map.groupBy(entries, ({ investmentId }) => investmentId);
  const manualOf = Map.groupBy(manual, ({ investmentId }) => investmentId);
  return {
    holdings: rows.map((row) => ({
      id: row.id,
      number: row.number,
      botType: row.botType,
      series: row.series,
      portfolioId: row.portfolioId,
      initial: row.usdInitialAmount,
      startedAt: row.startedAt,
      changes: (changesOf.get(row.id) ?? []).map(({ createdAt, units, nav, figures }) => ({
        at: createdAt,
        units,
        nav,
        figures,
      })),
      manual: (manualOf.get(row.id) ?? []).map(({ createdAt, profitLoss, transferId }) => ({
        at: createdAt,
        profit: profitLoss,
        transferId,
      })),
      stop:
        row.stoppedAt && row.stopFigures && row.usdCurrentAmount !== null
          ? { at: row.stoppedAt, payout: row.usdCurrentAmount, figures: row.stopFigures }
          : null,
    })),
    ticks: new Map(ticks.map(({ portfolioId, at, nav, figures }) => [portfolioId, { at, nav, figures }])),
  };
}

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
