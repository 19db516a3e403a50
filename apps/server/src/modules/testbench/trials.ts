import { setImmediate } from 'node:timers/promises';
import { type CandleSourceName, DomainError, TRIAL_LIMITS, type TrialCount } from '@botdepot/contract';
import { DAY_MS, leaderOf } from '@botdepot/trading';
import { and, asc, count, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { newId, personOf, type Work } from '../../platform/work.ts';
import { lockWallet } from '../wallet/index.ts';
import { testbenchPeople, testbenchTrials } from './testbench.schema.ts';

/** On which prices something was tried: bars that start in [from, until), UTC days. */
export type TriedOn = {
  source: CandleSourceName;
  interval: '1h' | '1d';
  symbols: readonly string[];
  from: string;
  until: string;
};

type TrialEntry = { ruleHash: string; sharpe: number | null; returns: string | null };
type Leader = { id: string; firstDay: number; returns: Float32Array };
type NewRow = typeof testbenchTrials.$inferInsert;

const dayNumber = (day: string): number => Date.parse(day) / DAY_MS;
/** So long at a time others wait while trials are compared. */
const SLICE_MS = 5;

/**
 * Counts what was not known yet. A trial with returns leads unless it moves like one that leads already on the same source and
 * interval (`leaderOf`); without returns its browser has found one in the same list that it moves like. One person's reports come one
 * after the other.
 *
 * @param testPeriodFrom where the test period on these prices begins; the first trial on this installation's candles fixes theirs.
 * @throws BAD_REQUEST for returns that are not finite or outside the period, ACCOUNT_CLOSED
 */
export async function recordTrials(
  work: Work,
  input: TriedOn & { firstDay: string; entries: readonly TrialEntry[] },
  testPeriodFrom: string | null,
): Promise<{ added: number; count: TrialCount }> {
  const userId = personOf(work);
  const { tx, now } = work;
  const { firstDay, entries, ...on } = input;
  const first = dayNumber(firstDay);
  const days = dayNumber(on.until) - first;
  if (first < dayNumber(on.from)) throw DomainError.of('BAD_REQUEST');
  const columns = entries.map(({ returns }) => (returns === null ? null : decodeReturns(returns, days)));

  await lockPerson(tx, userId, on.source === 'installation' ? testPeriodFrom : null);
  const known = new Set(await findKnown(tx, userId, input));
  const kept = await countKept(tx, userId);
  // Columns are many bytes, and nothing is compared where nothing is new or there is no room.
  const isCompared =
    kept.columns < TRIAL_LIMITS.columns &&
    entries.some(({ ruleHash, returns }) => returns !== null && !known.has(ruleHash));
  const leaders = isCompared ? await readLeaders(tx, userId, on) : [];
  const rows: NewRow[] = [];
  let beyond = 0;
  let sliceEnd = performance.now() + SLICE_MS;
  for (const [index, { ruleHash, sharpe }] of entries.entries()) {
    if (known.has(ruleHash)) continue;
    known.add(ruleHash);
    if (kept.trials + rows.length >= TRIAL_LIMITS.kept) {
      beyond += 1;
      continue;
    }
    if (performance.now() > sliceEnd) {
      await setImmediate();
      sliceEnd = performance.now() + SLICE_MS;
    }
    const id = newId();
    const returns = columns[index] ?? null;
    const hasRoom = kept.columns < TRIAL_LIMITS.columns;
    const leader = returns && hasRoom ? leaderOf(leaders, { firstDay: first, returns }) : undefined;
    const leads = returns !== null && leader === undefined;
    const isKept = leads && hasRoom;
    if (isKept) {
      leaders.push({ id, firstDay: first, returns });
      kept.columns += 1;
    }
    rows.push({
      id,
      userId,
      ruleHash,
      source: on.source,
      interval: on.interval,
      symbols: [...on.symbols],
      fromDay: on.from,
      untilDay: on.until,
      sharpe,
      leads,
      leaderId: leader?.id ?? null,
      firstDay: isKept ? firstDay : null,
      returns: isKept ? Buffer.from(returns.buffer, returns.byteOffset, returns.byteLength) : null,
      recordedAt: now,
    });
  }
  // The last lock, as at the end of an account, after which nothing is written down any more.
  await lockWallet(tx, userId);
  if (rows.length > 0) await tx.insert(testbenchTrials).values(rows);
  if (beyond > 0)
    await tx
      .update(testbenchPeople)
      .set({ beyond: sql`${testbenchPeople.beyond} + ${beyond}` })
      .where(eq(testbenchPeople.userId, userId));
  if (rows.length + beyond > 0) work.hintUser(userId, 'own_bots');
  return { added: rows.length + beyond, count: await countTrials(tx, userId, on) };
}

/**
 * Daily returns as a browser sends them: 32-bit floats, little endian, in base64.
 * @param most how many there may be; at least one.
 * @throws BAD_REQUEST
 */
function decodeReturns(base64: string, most: number): Float32Array<ArrayBuffer> {
  const bytes = Buffer.from(base64, 'base64');
  const length = bytes.length / Float32Array.BYTES_PER_ELEMENT;
  if (!Number.isInteger(length) || length < 1 || length > most) throw DomainError.of('BAD_REQUEST');
  // Little endian as every platform of Node's; a buffer of a pool need not lie on a boundary of four bytes.
  const returns = new Float32Array(new Uint8Array(bytes).buffer);
  if (!returns.every(Number.isFinite)) throw DomainError.of('BAD_REQUEST');
  return returns;
}

/** Holds the person's row until the transaction ends; the first time makes it. */
async function lockPerson(tx: Tx, userId: string, testPeriodFrom: string | null): Promise<void> {
  await tx
    .insert(testbenchPeople)
    .values({ userId, testPeriodFrom })
    .onConflictDoUpdate({
      target: testbenchPeople.userId,
      set: { testPeriodFrom: sql`coalesce(${testbenchPeople.testPeriodFrom}, excluded.test_period_from)` },
    });
}

async function findKnown(
  tx: Tx,
  userId: string,
  { source, interval, from, until, entries }: TriedOn & { entries: readonly TrialEntry[] },
): Promise<string[]> {
  const { ruleHash } = testbenchTrials;
  const rows = await tx
    .select({ ruleHash })
    .from(testbenchTrials)
    .where(
      and(
        eq(testbenchTrials.userId, userId),
        eq(testbenchTrials.source, source),
        eq(testbenchTrials.interval, interval),
        eq(testbenchTrials.fromDay, from),
        eq(testbenchTrials.untilDay, until),
        inArray(
          ruleHash,
          entries.map((entry) => entry.ruleHash),
        ),
      ),
    );
  return rows.map((row) => row.ruleHash);
}

async function countKept(tx: Tx, userId: string): Promise<{ trials: number; columns: number }> {
  const [row] = await tx
    .select({ trials: count(), columns: count(testbenchTrials.returns) })
    .from(testbenchTrials)
    .where(eq(testbenchTrials.userId, userId));
  return row ?? { trials: 0, columns: 0 };
}

/** Those with returns on the same source and interval, in order of time. */
async function readLeaders(tx: Tx, userId: string, { source, interval }: TriedOn): Promise<Leader[]> {
  const { id, firstDay, returns, recordedAt } = testbenchTrials;
  const rows = await tx
    .select({ id, firstDay, returns })
    .from(testbenchTrials)
    .where(
      and(
        eq(testbenchTrials.userId, userId),
        eq(testbenchTrials.source, source),
        eq(testbenchTrials.interval, interval),
        isNotNull(returns),
      ),
    )
    .orderBy(asc(recordedAt), asc(id));
  return rows.flatMap((row) =>
    row.firstDay === null || row.returns === null
      ? []
      : [
          {
            id: row.id,
            firstDay: dayNumber(row.firstDay),
            returns: new Float32Array(new Uint8Array(row.returns).buffer),
          },
        ],
  );
}

/** What counts for a result on these prices: the rule of `sharesData` in `packages/trading`, said in SQL. */
export const sharesDataOf = (userId: string, on: TriedOn) => sql`
  user_id = ${userId} AND source = ${on.source} AND interval = ${on.interval}
  AND symbols && ${sql.param([...on.symbols])}::text[]
  AND least(until_day, ${on.until}::date) > greatest(from_day, ${on.from}::date)
  AND 2 * (least(until_day, ${on.until}::date) - greatest(from_day, ${on.from}::date))
    >= least(until_day - from_day, ${on.until}::date - ${on.from}::date)`;

/** The trials of a person, or those that count for a result. Ratios from before there was a limit count as none: their squares fit no number. */
export async function countTrials(tx: Tx, userId: string, on: TriedOn | null): Promise<TrialCount> {
  const { rows } = await tx.execute<{ total: string; effective: string; variance: number | null }>(sql`
    WITH counted AS (
      SELECT id, leads, leader_id FROM testbench_trials
      WHERE ${on === null ? sql`user_id = ${userId}` : sharesDataOf(userId, on)}
    ), leaders AS (
      SELECT DISTINCT coalesce(leader_id, id) AS id FROM counted WHERE leads OR leader_id IS NOT NULL
    )
    SELECT (SELECT count(*) FROM counted) AS total, (SELECT count(*) FROM leaders) AS effective,
      (SELECT var_samp(sharpe) FILTER (WHERE abs(sharpe) <= ${TRIAL_LIMITS.sharpe})
        FROM testbench_trials JOIN leaders USING (id)) AS variance`);
  const [row] = rows;
  return {
    total: Number(row?.total ?? 0),
    effective: Math.max(1, Number(row?.effective ?? 0)),
    variance: row?.variance ?? 0,
  };
}
