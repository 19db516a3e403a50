/** The runs of own bots: rows of `bot_portfolios` without a type. What they trade by and whose money is in them, `testbench` knows. */
import { isOpenRun, type OwnBotRunState } from '@botdepot/contract';
import { FIXED12_ONE, type Fixed12, fromWire, type Micros } from '@botdepot/money';
import { ENGINE_VERSION, type EngineState, MINUTE_MS } from '@botdepot/trading';
import {
  type AnyColumn,
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { insertRows } from '../../../platform/insert-rows.ts';
import type { IdRange } from '../../../platform/search-terms.ts';
import { newId } from '../../../platform/work.ts';
import { readNewestCandles } from '../../markets/index.ts';
import { openPoolAccount } from '../../wallet/index.ts';
import { botFills, botNav, botPortfolios, botProtocol, bots, botUnitEntries } from '../bots.schema.ts';
import { fillRow, protocolRow, strikeRow } from '../portfolio/nav-series.ts';
import { LOCK_CLASS } from '../portfolio/portfolio.ts';
import type { Strike } from '../portfolio/strike.ts';
import type { BarRecord } from '../trading/running-portfolio.ts';
import { writeClosedRecord } from '../trading/source-change.ts';
import { describeBrokenRun, describeRunEnd } from './describe-run.ts';

/** All but what the engine goes on from, which is most of a row and read where one is brought up. */
const { state: engineState, ...RUN_COLUMNS } = getTableColumns(botPortfolios);

/** A run with the number and the owner of its bot; nobody once the account is gone. */
export type OwnRun = Omit<typeof botPortfolios.$inferSelect, 'state'> & {
  ownVersion: number;
  ownState: OwnBotRunState;
  ownShard: number;
  number: number;
  ownerId: string | null;
};

/** @param limit so many of one bot's, the newest. */
async function selectRuns(tx: Tx, where: SQL | undefined, limit?: number): Promise<OwnRun[]> {
  const newestFirst = desc(botPortfolios.series);
  const found = tx
    .select({ ...RUN_COLUMNS, number: bots.number, ownerId: bots.ownerId })
    .from(botPortfolios)
    .innerJoin(bots, eq(bots.id, botPortfolios.botId))
    .where(and(isNull(botPortfolios.botType), where));
  const rows = await (limit === undefined
    ? found.orderBy(asc(bots.number), newestFirst)
    : found.orderBy(newestFirst).limit(limit));
  // A check sees to it that what has no type has these.
  return rows as OwnRun[];
}

/** Runs that hold money, in the order of their bots' numbers. @param except those that are known already. */
export const listOpenRuns = (tx: Tx, except: readonly string[] = []): Promise<OwnRun[]> =>
  selectRuns(
    tx,
    and(
      isNull(botPortfolios.closedAt),
      sql`NOT (${botPortfolios.id} = ANY (${sql.param([...except])}::uuid[]))`,
    ),
  );

/** The open run of each of some bots that has one. */
export const listOpenRunsOf = (tx: Tx, botIds: readonly string[]): Promise<OwnRun[]> =>
  selectRuns(tx, and(isNull(botPortfolios.closedAt), inArray(botPortfolios.botId, [...botIds])));

/** Of a bot, newest first. @param wanted.before a series: those that came before it. */
export const listRunsOf = (
  tx: Tx,
  botId: string,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<OwnRun[]> => {
  const { series } = botPortfolios;
  const earlier = before === undefined ? undefined : lt(series, before);
  return selectRuns(tx, and(eq(botPortfolios.botId, botId), earlier), limit);
};

/** The newest run of a bot, or the one of a series; undefined where there is none. */
export async function findRunOf(
  tx: Tx,
  botId: string,
  series: number | undefined,
): Promise<OwnRun | undefined> {
  const named = series === undefined ? undefined : eq(botPortfolios.series, series);
  const [run] = await selectRuns(tx, and(eq(botPortfolios.botId, botId), named), 1);
  return run;
}

/** What the engine of a run goes on from, as of its newest strike; null before its first bar. */
export async function readEngineState(tx: Tx, id: string): Promise<unknown> {
  const [row] = await tx.select({ state: engineState }).from(botPortfolios).where(eq(botPortfolios.id, id));
  return row?.state ?? null;
}

/** Whose bots, and which of them: of these owners, of this number, or with ids in this range. */
export type RunSearch = { owners: SQL; number: number | null; ids: IdRange | null };

function meantRuns({ owners, number, ids }: RunSearch): SQL {
  const within = (column: AnyColumn, { from, to }: IdRange) =>
    sql`${column} BETWEEN ${from}::uuid AND ${to}::uuid`;
  return sql.join(
    [
      sql`${bots.ownerId} IN ${owners}`,
      ...(number === null ? [] : [sql`${bots.number} = ${number}`]),
      ...(ids ? [within(bots.id, ids), within(botPortfolios.id, ids)] : []),
    ],
    sql` OR `,
  );
}

/** A page of all runs, those that go on first, then the newest. @param wanted.open only those that go on, or only those that do not. */
export async function listRunPage(
  tx: Tx,
  wanted: { page: number; pageSize: number; open?: boolean | undefined; search: RunSearch | null },
): Promise<{ runs: OwnRun[]; total: number }> {
  const { page, pageSize, open, search } = wanted;
  const { closedAt, startedAt, botType, id } = botPortfolios;
  const where = and(
    isNull(botType),
    open === undefined ? undefined : open ? isNull(closedAt) : isNotNull(closedAt),
    search ? sql`(${meantRuns(search)})` : undefined,
  );
  const rows = await tx
    .select({ ...RUN_COLUMNS, number: bots.number, ownerId: bots.ownerId })
    .from(botPortfolios)
    .innerJoin(bots, eq(bots.id, botPortfolios.botId))
    .where(where)
    .orderBy(sql`${closedAt} is not null`, desc(startedAt), desc(id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [counted] = await tx
    .select({ total: count() })
    .from(botPortfolios)
    .innerJoin(bots, eq(bots.id, botPortfolios.botId))
    .where(where);
  return { runs: rows as OwnRun[], total: counted?.total ?? 0 };
}

/** Undefined where there is none. */
export async function findRun(tx: Tx, id: string): Promise<OwnRun | undefined> {
  const [run] = await selectRuns(tx, eq(botPortfolios.id, id));
  return run;
}

/** The newest run of each of some bots, open or not. */
export async function findLastRuns(tx: Tx, botIds: readonly string[]): Promise<Map<string, OwnRun>> {
  // One look-up in the index for each, however many it has had.
  const newest = sql`
    SELECT last.id FROM unnest(${sql.param([...botIds])}::uuid[]) AS own(bot_id)
    CROSS JOIN LATERAL (
      SELECT id FROM bot_portfolios WHERE bot_id = own.bot_id AND bot_type IS NULL ORDER BY series DESC LIMIT 1
    ) AS last`;
  const rows = await selectRuns(tx, sql`${botPortfolios.id} IN (${newest})`);
  return new Map(rows.map((row) => [row.botId, row]));
}

/** How many runs hold money, on this installation. */
export async function countOpenRuns(tx: Tx): Promise<number> {
  const [row] = await tx
    .select({ runs: count() })
    .from(botPortfolios)
    .where(and(isNull(botPortfolios.botType), isNull(botPortfolios.closedAt)));
  return row?.runs ?? 0;
}

/**
 * Exclusive locks of own bots until the transaction ends, in ascending order of their numbers whatever the order given: nobody steps
 * them, settles them or ends their accounts meanwhile. Orders, wallets and the bots' rows are locked after these, in this order.
 */
export async function lockOwnBots(tx: Tx, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  await tx.$client.query(
    `SELECT pg_advisory_xact_lock(${LOCK_CLASS}, n) FROM (SELECT unnest($1::int[]) AS n ORDER BY 1) AS sorted`,
    [numbers],
  );
}

/** The number of the newest strike of those of some runs that are still open, by run. Asked under their locks. */
export async function readOpenMarks(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await tx.$client.query<{ id: string; nav_seq: string }>({
    name: 'read-open-marks',
    text: 'SELECT id, nav_seq FROM bot_portfolios WHERE id = ANY ($1::uuid[]) AND closed_at IS NULL',
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, Number(row.nav_seq)]));
}

/** Opens the next run of a bot at 1.0 per unit and with a pool of its own. The caller holds the bot's lock and strikes it at once. */
export async function openRun(
  tx: Tx,
  input: {
    bot: { id: string; number: number; ownerId: string };
    version: number;
    shard: number;
    strategyVersion: string;
    symbols: readonly string[];
    sources: Record<string, string>;
    units: Fixed12;
    amount: Micros;
    now: Date;
  },
): Promise<OwnRun> {
  const { bot, now, amount, units } = input;
  const id = newId();
  const [last] = await tx
    .select({ series: max(botPortfolios.series) })
    .from(botPortfolios)
    .where(eq(botPortfolios.botId, bot.id));
  const [row] = await tx
    .insert(botPortfolios)
    .values({
      id,
      botId: bot.id,
      ownVersion: input.version,
      ownState: 'live',
      ownShard: input.shard,
      series: (last?.series ?? 0) + 1,
      strategyVersion: input.strategyVersion,
      engineVersion: ENGINE_VERSION,
      parameters: {},
      symbols: [...input.symbols],
      sources: input.sources,
      poolAccountId: await openPoolAccount(tx, id),
      settledUnits: units,
      settledBalance: amount,
      startedAt: now,
      liveSince: now,
      liveNav: FIXED12_ONE,
    })
    .returning(RUN_COLUMNS);
  if (!row) throw new Error('an insert returned no row');
  return { ...row, number: bot.number, ownerId: bot.ownerId } as OwnRun;
}

/** A strike of a run with what its row becomes. */
export type OwnStrike = {
  readonly run: OwnRun;
  readonly record: BarRecord;
  /** The strike before it; null at the opening. */
  readonly before: Strike | null;
  /** Null at the opening, which no bar has been stepped before. */
  readonly state: EngineState | null;
  readonly ownState: OwnBotRunState;
  /** What the pool holds once it is settled at this strike. */
  readonly balance: Micros;
};

/**
 * Writes strikes of many runs, at most one of each, in one statement per table, and makes them their runs' newest. The pools are
 * settled already in this transaction, and what is paid out of them is not booked yet.
 * @returns the rows as they are once the transaction commits.
 */
export async function writeOwnStrikes(tx: Tx, strikes: readonly OwnStrike[], now: Date): Promise<OwnRun[]> {
  if (strikes.length === 0) return [];
  await insertRows(
    tx,
    botNav,
    strikes.map(({ run, record }) => strikeRow(run.id, record)),
  );
  await insertRows(
    tx,
    botFills,
    strikes.flatMap(({ run, record }) =>
      record.report.fills.map((fill, sequence) => fillRow(run.id, record.strike, fill, sequence)),
    ),
  );
  await insertRows(
    tx,
    botProtocol,
    strikes.flatMap(({ run, record }) =>
      record.protocol.map((draft, sequence) => protocolRow(run.id, record.strike, draft, sequence)),
    ),
  );
  const rows = strikes.map((strike) => updated(strike, now));
  await tx.$client.query({
    name: 'update-own-runs',
    text: `
      UPDATE bot_portfolios p SET state = v.state, last_bar_at = v.last_bar_at, nav_seq = v.nav_seq,
        engine_version = v.engine_version, live_since = v.live_since, live_nav = v.live_nav, sources = v.sources,
        own_state = v.own_state, closed_at = v.closed_at, settled_balance = v.settled_balance, settled_at = v.settled_at,
        settled_unit_seq = coalesce((SELECT max(seq) FROM bot_unit_entries WHERE portfolio_id = p.id), p.settled_unit_seq),
        settled_entry_seq = coalesce((SELECT seq FROM ledger_entries WHERE account_id = p.pool_account_id
                                      ORDER BY seq DESC LIMIT 1), p.settled_entry_seq)
      FROM jsonb_to_recordset($1::jsonb) AS v(id uuid, state jsonb, last_bar_at timestamptz, nav_seq int8,
        engine_version text, live_since timestamptz, live_nav numeric, sources jsonb, own_state text, closed_at timestamptz,
        settled_balance numeric, settled_at timestamptz)
      WHERE p.id = v.id`,
    values: [JSON.stringify(rows.map((row, index) => rowAsJson(row, strikes[index]?.state ?? null)))],
  });
  for (const { run, before, record } of strikes)
    if (record.recordBreak && before) await writeClosedRecord(tx, run, before, record.recordBreak);
  return rows;
}

function updated({ run, record, before, ownState, balance }: OwnStrike, now: Date): OwnRun {
  const { strike, recordBreak } = record;
  const at = new Date(strike.at);
  const goesLive = before?.phase === 'demo' && strike.phase === 'live';
  return {
    ...run,
    lastBarAt: at,
    navSeq: strike.seq,
    engineVersion: ENGINE_VERSION,
    liveSince: goesLive || recordBreak ? new Date(strike.at - strike.barMs) : run.liveSince,
    liveNav: recordBreak?.nav ?? (goesLive ? before.nav : run.liveNav),
    sources: record.sources ?? run.sources,
    ownState,
    closedAt: isOpenRun(ownState) ? null : at,
    settledBalance: balance,
    settledAt: now,
  };
}

const rowAsJson = (row: OwnRun, state: EngineState | null) => ({
  id: row.id,
  state,
  last_bar_at: row.lastBarAt,
  nav_seq: row.navSeq,
  engine_version: row.engineVersion,
  live_since: row.liveSince,
  live_nav: row.liveNav === null ? null : asText(botPortfolios.liveNav, row.liveNav),
  sources: row.sources,
  own_state: row.ownState,
  closed_at: row.closedAt,
  settled_balance: asText(botPortfolios.settledBalance, row.settledBalance),
  settled_at: row.settledAt,
});

const asText = (column: { mapToDriverValue(value: unknown): unknown }, value: bigint): unknown =>
  column.mapToDriverValue(value);

/** Ends a run between two strikes, at its newest one: with an account, or one that could not be stepped. @returns whether it was open. */
export async function closeRun(
  tx: Tx,
  run: OwnRun,
  end: { state: 'broken' } | { state: 'stopped'; nav: Fixed12 },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(botPortfolios)
    .set({ ownState: end.state, ...(isOpenRun(end.state) ? {} : { closedAt: now }) })
    .where(and(eq(botPortfolios.id, run.id), isNull(botPortfolios.closedAt)));
  if (!rowCount) return false;
  // At no full minute: a strike may be of that, and sealed.
  const at = now.getTime() + (now.getTime() % MINUTE_MS === 0 ? 1 : 0);
  const line = end.state === 'broken' ? describeBrokenRun(at) : describeRunEnd(at, run, end);
  await tx.insert(botProtocol).values(protocolRow(run.id, { at, phase: 'live' }, line, 0));
  return true;
}

/** Adds to the unit ledger of a run: what its owner bought, and at the end its opposite. */
export async function addUnits(
  tx: Tx,
  entry: Pick<
    typeof botUnitEntries.$inferInsert,
    'portfolioId' | 'transferId' | 'units' | 'nav' | 'figures' | 'navSeq' | 'createdAt'
  > & { orderId: string },
): Promise<void> {
  const { orderId, ...values } = entry;
  await tx.insert(botUnitEntries).values({ ...values, investmentId: orderId });
}

/** The runs that hold money, how many people they belong to, and Σ of their pools, which is what the house stands for. */
export async function sumOpenRuns(tx: Tx): Promise<{ runs: number; people: number; pools: Micros }> {
  const { rows } = await tx.$client.query<{ runs: number; people: number; pools: string }>(
    `SELECT count(*)::int AS runs, count(DISTINCT b.owner_id)::int AS people, coalesce(sum(p.settled_balance), 0) AS pools
     FROM bot_portfolios p JOIN bots b ON b.id = p.bot_id WHERE p.bot_type IS NULL AND p.closed_at IS NULL`,
  );
  const [row] = rows;
  return { runs: row?.runs ?? 0, people: row?.people ?? 0, pools: fromWire(row?.pools ?? '0') };
}

/**
 * Whether there has been a minute, begun after `since` and over at `now`, at whose end everything that a run holds had a price from
 * after `since`: what an order of then is executed at is known by now. What it holds changes with its strikes alone.
 */
export async function couldTradeSince(tx: Tx, run: OwnRun, since: Date, now: Date): Promise<boolean> {
  const firstMinute = (Math.floor(since.getTime() / MINUTE_MS) + 1) * MINUTE_MS;
  if (now.getTime() < firstMinute + MINUTE_MS) return false;
  const [strike] = await tx
    .select({ marks: botNav.marks })
    .from(botNav)
    .where(and(eq(botNav.portfolioId, run.id), eq(botNav.seq, run.navSeq)));
  const held = run.symbols.filter((_, index) => strike?.marks?.[index] != null);
  for (const symbol of held) {
    const newest = await readNewestCandles(tx, { symbol, interval: '1m', beforeMs: now.getTime(), limit: 1 });
    if (newest.candles.length === 0 || newest.candles.time[0]! < firstMinute) return false;
  }
  return true;
}
