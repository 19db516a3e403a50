/** Runs of own bots that began and ended within a period: the database adds them up, so a history costs nothing that grows with it here. */
import { INVESTMENTS_NAMED } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import type { EarnedParts } from '../investments/breakdown.ts';

/** One of them, with what it brought. */
export type EndedRun = {
  readonly id: string;
  readonly bot: { readonly id: string; readonly number: number; readonly name: string | null };
  readonly startedAt: Date;
  readonly stoppedAt: Date;
  readonly earned: EarnedParts;
};

export type EndedRuns = {
  readonly count: number;
  readonly earned: EarnedParts;
  /** When the last of them was stopped. */
  readonly newestAt: Date | undefined;
  /** Those that moved most, in the order of their starts. */
  readonly largest: readonly EndedRun[];
};

type Row = Record<keyof EarnedParts, string> &
  Record<`all_${keyof EarnedParts}`, string> & {
    run_id: string;
    bot_id: string;
    number: number;
    name: string | null;
    started_ms: number;
    stopped_ms: number;
    newest_ms: number;
    count: number;
  };

const PARTS = ['realised', 'unrealised', 'costs', 'financing', 'manual', 'rounding'] as const;

/** @param starts rows of `ended` starts: id, bot_id, number, name, amount, ordered_at, decided_at, run_id */
const endedOf = (starts: SQL): SQL => sql`
  SELECT s.*, a.units, a.created_at AS started_at, b.created_at AS stopped_at, a.figures AS a, b.figures AS b,
    trunc(round(a.units * b.nav, 6), 2) AS value
  FROM (${starts}) s
  JOIN bot_unit_entries a ON a.investment_id = s.id AND a.units > 0
  JOIN bot_unit_entries b ON b.investment_id = s.id AND b.units < 0`;

const figure = (of: string, name: string): SQL => sql.raw(`(${of} ->> '${name}')::float8`);
const costs = (of: string): SQL =>
  sql`(${figure(of, 'fee')} + ${figure(of, 'spread')} + ${figure(of, 'slippage')})`;
/** Units × difference of a figure per unit, to the nearest cent: as `earnedBy` works it out, to the last digit. */
const share = (until: SQL, since: SQL): SQL =>
  sql`round(trunc(units * fixed12_from_number(${until} - ${since}), 12), 2)`;
const shareOf = (name: string): SQL => share(figure('b', name), figure('a', name));

/** What they brought: as `earnedBetween` of a whole one, of which a stop has realised everything. */
export async function readEndedRuns(tx: Tx, starts: SQL): Promise<EndedRuns> {
  const columns = sql.raw(PARTS.map((part) => `${part}, sum(${part}) OVER () AS all_${part}`).join(', '));
  const { rows } = await tx.execute<Row>(sql`
    WITH ended AS (${endedOf(starts)}), shares AS MATERIALIZED (
      SELECT *, ${shareOf('realised')} + ${shareOf('unrealised')} AS realised, 0::numeric AS unrealised, 0::numeric AS manual,
        ${share(costs('b'), costs('a'))} AS costs, ${shareOf('financing')} AS financing
      FROM ended
    ), brought AS MATERIALIZED (
      SELECT *, value - (amount + realised - costs - financing) AS rounding FROM shares
    ), largest AS (
      SELECT run_id, bot_id, number, name, started_at, stopped_at, ordered_at, id, ${columns}, count(*) OVER ()::int AS count,
        max(stopped_at) OVER () AS newest_at
      FROM brought
      ORDER BY abs(realised) + abs(costs) + abs(financing) + abs(rounding) DESC, started_at, ordered_at, id
      LIMIT ${INVESTMENTS_NAMED}
    )
    SELECT *, extract(epoch FROM started_at)::float8 * 1000 AS started_ms, extract(epoch FROM stopped_at)::float8 * 1000 AS stopped_ms,
      extract(epoch FROM newest_at)::float8 * 1000 AS newest_ms
    FROM largest ORDER BY started_at, ordered_at, id`);
  const [first] = rows;
  const partsOf = (textOf: (part: keyof EarnedParts) => string): EarnedParts => {
    const [realised, unrealised, costs, financing, manual, rounding] = PARTS.map((part) =>
      fromWire(textOf(part)),
    );
    return { realised, unrealised, costs, financing, manual, rounding } as EarnedParts;
  };
  return {
    count: first?.count ?? 0,
    earned: partsOf((part) => first?.[`all_${part}`] ?? '0'),
    newestAt: first && new Date(Math.round(first.newest_ms)),
    largest: rows.map((row) => ({
      id: row.run_id,
      bot: { id: row.bot_id, number: row.number, name: row.name },
      startedAt: new Date(Math.round(row.started_ms)),
      stoppedAt: new Date(Math.round(row.stopped_ms)),
      earned: partsOf((part) => row[part]),
    })),
  };
}

/**
 * What they held together at each of `times`, in order, from the order of a start on: one amount per time comes from the database, which
 * makes a look-up in the index per run and time.
 */
export async function sumEndedRuns(tx: Tx, starts: SQL, times: readonly Date[]): Promise<Micros[]> {
  const sums = times.map((): Micros => 0n);
  // The place of the first time at or after a moment; times have whole milliseconds.
  const place = (at: string) => sql`width_bucket(${sql.raw(at)} - interval '1 microsecond', times)`;
  const { rows } = await tx.execute<{ place: number; value: string }>(sql`
    WITH ended AS (${endedOf(starts)}), moments AS (SELECT ${sql.param([...times])}::timestamptz[] AS times)
    SELECT place, sum(value) AS value FROM (
      SELECT place, amount AS value FROM ended
      CROSS JOIN moments CROSS JOIN LATERAL generate_series(${place('ordered_at')}, ${place('decided_at')} - 1) AS place
      UNION ALL
      SELECT place, trunc(round(units * n.nav, 6), 2) FROM ended
      CROSS JOIN moments CROSS JOIN LATERAL generate_series(${place('started_at')}, ${place('stopped_at')} - 1) AS place
      CROSS JOIN LATERAL (
        SELECT nav FROM bot_nav WHERE portfolio_id = run_id AND at <= times[place + 1] ORDER BY at DESC LIMIT 1) n
    ) held GROUP BY place`);
  for (const row of rows) sums[row.place] = fromWire(row.value);
  return sums;
}
