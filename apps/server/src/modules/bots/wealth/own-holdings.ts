/** Own bots as parts of what somebody has: what waits to be put in, and the runs. */
import { FIXED12_ONE, type Fixed12, fixed12ToText, fromWire, type Micros, payoutOf } from '@botdepot/money';
import { asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { botPortfolios, botUnitEntries } from '../bots.schema.ts';
import type { OwnRun } from '../own/own-runs.ts';
import { readNewestStrikes } from '../own/read-runs.ts';
import type { Strike } from '../portfolio/strike.ts';
import { type EndedRuns, readEndedRuns, sumEndedRuns } from './ended-runs.ts';
import { type KnownStrike, readStrikesAt, type Stake, valueAt } from './holdings.ts';

/** A start of an own bot; whose it is and what the bot is called, the test bench knows. */
export type OwnStart = {
  readonly id: string;
  readonly botId: string;
  readonly number: number;
  /** Null once the bot is deleted. */
  readonly name: string | null;
  readonly amount: Micros;
  /** The amount is put aside from here … */
  readonly orderedAt: Date;
  /** … to here; null while it waits. */
  readonly decidedAt: Date | null;
  /** The run that came of it; null where none did. */
  readonly runId: string | null;
};

/** Handed in: bots do not import the test bench. */
export type OwnMoney = {
  /** The starts whose runs began after `since` and are over, as rows; see `ended-runs.ts`. */
  endedStarts(userId: string, since: Date): SQL;
  /** All others by the time of the order. Those that were given back before `since` may be left out. */
  readOwnStarts(tx: Tx, userId: string, since: Date): Promise<OwnStart[]>;
  /** What a unit of each run is worth now, by run. */
  readNewestNavs(
    tx: Tx,
    runs: readonly Pick<OwnRun, 'id' | 'number' | 'ownState'>[],
  ): Promise<ReadonlyMap<string, { at: Date; nav: Fixed12 }>>;
};

/** One run with the start that it came of. */
export type OwnStake = Stake & {
  readonly start: OwnStart;
  /** The newest strike at the beginning of the period; null where the run began in it. */
  readonly from: KnownStrike | null;
  /** What is known now. */
  readonly to: KnownStrike;
};

export type OwnHoldings = {
  readonly starts: readonly OwnStart[];
  readonly runs: readonly OwnStake[];
  /** Began and ended within the period; they are in neither of the others. */
  readonly ended: EndedRuns & { readonly starts: SQL };
};

/**
 * A person's runs that held money at `from` or later, and every start that may have waited then, both in the order of the orders, and
 * together those that began later and are over. The caller reads on one snapshot.
 */
export async function readOwnHoldings(
  tx: Tx,
  { endedStarts, readOwnStarts, readNewestNavs }: OwnMoney,
  { userId, from }: { userId: string; from: Date },
): Promise<OwnHoldings> {
  const over = endedStarts(userId, from);
  const ended = { ...(await readEndedRuns(tx, over)), starts: over };
  const starts = await readOwnStarts(tx, userId, from);
  const begun = starts.filter(({ runId }) => runId !== null);
  if (begun.length === 0) return { starts, runs: [], ended };
  // The executed start is the investment of these entries.
  const rows = await tx
    .select({ entry: botUnitEntries, struckAt: botPortfolios.startedAt, ownState: botPortfolios.ownState })
    .from(botUnitEntries)
    .innerJoin(botPortfolios, eq(botPortfolios.id, botUnitEntries.portfolioId))
    .where(
      inArray(
        botUnitEntries.investmentId,
        begun.map(({ id }) => id),
      ),
    )
    .orderBy(asc(botUnitEntries.seq));
  const rowsOf = Map.groupBy(rows, ({ entry }) => entry.investmentId);
  const held = begun.flatMap((start) => {
    const [first, last] = rowsOf.get(start.id) ?? [];
    const isOver = last !== undefined && last.entry.createdAt <= from;
    return first?.ownState && !isOver ? [{ start, first, ownState: first.ownState, last }] : [];
  });
  const ids = held.map(({ first }) => first.entry.portfolioId);
  const before = await readStrikesAt(tx, ids, [from]);
  const strikes = await readNewestStrikes(tx, ids);
  const navs = await readNewestNavs(
    tx,
    held.map(({ start, first, ownState }) => ({
      id: first.entry.portfolioId,
      number: start.number,
      ownState,
    })),
  );
  const runs = held.map(({ start, first: { entry, struckAt }, last }): OwnStake => {
    const { portfolioId, units, nav, figures } = entry;
    const strike = strikes.get(portfolioId);
    const newest = navs.get(portfolioId);
    if (!strike || !newest) throw new Error(`run ${portfolioId} has no strike`);
    const stop = last?.entry;
    return {
      start,
      portfolioId,
      initial: start.amount,
      startedAt: entry.createdAt,
      changes: [
        // It is booked at a strike, a moment after it: whatever was struck since is newer.
        { at: struckAt, units, nav, figures },
        ...(stop ? [{ at: stop.createdAt, units: stop.units, nav: stop.nav, figures: stop.figures }] : []),
      ],
      manual: [],
      stop: stop ? { at: stop.createdAt, payout: payoutOf(units, stop.nav), figures: stop.figures } : null,
      from: entry.createdAt > from ? null : (before.get(portfolioId)?.[0] ?? null),
      to: sinceStrike(strike, newest),
    };
  });
  return { starts, runs, ended };
}

/**
 * Nothing but prices and financing changes between two strikes: what a newer NAV adds counts as unrealised until the next strike says
 * how much of it was financing.
 */
function sinceStrike(
  { nav, figures }: Pick<Strike, 'nav' | 'figures'>,
  newest: { at: Date; nav: Fixed12 },
): KnownStrike {
  const since = Number(newest.nav - nav) / Number(FIXED12_ONE);
  return { ...newest, figures: { ...figures, unrealised: figures.unrealised + since } };
}

/** Whole cents at the newest NAV; of a run that goes on. */
const valueNow = (run: OwnStake): Micros => valueAt(run, run.to.at, run.to);

/**
 * What own bots hold together at each of `times`, in order: starts that wait, and runs at the newest strike of then, now at the newest NAV.
 * The database adds up the runs, so that nothing but one amount per time comes from it, however many there are: a look-up in the index
 * per run and time.
 */
export async function sumOwnBots(
  tx: Tx,
  times: readonly Date[],
  { starts, runs, ended }: OwnHoldings,
): Promise<Micros[]> {
  const placeOf = (at: Date) => firstAtOrAfter(times, at);
  const now = times.length - 1;
  const sums = ended.count === 0 ? times.map((): Micros => 0n) : await sumEndedRuns(tx, ended.starts, times);
  for (const { amount, orderedAt, decidedAt } of starts) {
    const end = decidedAt === null ? times.length : placeOf(decidedAt);
    for (let place = placeOf(orderedAt); place < end; place++) sums[place] = (sums[place] ?? 0n) + amount;
  }
  const spans = runs.map((run) => ({
    run,
    first: placeOf(run.startedAt),
    end: run.stop ? placeOf(run.stop.at) : now,
  }));
  for (const { run } of spans) if (run.stop === null) sums[now] = (sums[now] ?? 0n) + valueNow(run);
  const past = spans.filter(({ first, end }) => first < end);
  if (past.length === 0) return sums;
  const { rows } = await tx.$client.query<{ place: number; value: string }>({
    name: 'sum-own-runs',
    text: `
      SELECT p.place, sum(trunc(round(r.units * n.nav, 6), 2)) AS value
      FROM unnest($1::uuid[], $2::numeric[], $3::int[], $4::int[]) AS r(id, units, first, last)
      CROSS JOIN LATERAL generate_series(r.first, r.last) AS p(place)
      CROSS JOIN LATERAL (
        SELECT nav FROM bot_nav WHERE portfolio_id = r.id AND at <= ($5::timestamptz[])[p.place + 1] ORDER BY at DESC LIMIT 1
      ) n
      GROUP BY p.place`,
    values: [
      past.map(({ run }) => run.portfolioId),
      past.map(({ run }) => fixed12ToText(run.changes[0]?.units ?? 0n)),
      past.map(({ first }) => first),
      past.map(({ end }) => end - 1),
      times,
    ],
  });
  for (const { place, value } of rows) sums[place] = (sums[place] ?? 0n) + fromWire(value);
  return sums;
}

/** The place of the first of `times` at or after a moment; their number where there is none. */
export function firstAtOrAfter(times: readonly Date[], at: Date): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle]?.getTime() ?? 0) < at.getTime()) low = middle + 1;
    else high = middle;
  }
  return low;
}
