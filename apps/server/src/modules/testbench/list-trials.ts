import { and, asc, desc, eq, gt } from 'drizzle-orm';
import { inPieces, type Tx } from '../../platform/database.ts';
import { testbenchPeople, testbenchTrials } from './testbench.schema.ts';
import { countTrials, sharesDataOf, type TriedOn } from './trials.ts';

const { ruleHash, source, interval, symbols, fromDay, untilDay, sharpe, leads, recordedAt } = testbenchTrials;
/** Without the returns, which are many bytes and tell nobody anything. */
const shown = {
  ruleHash,
  source,
  interval,
  symbols,
  from: fromDay,
  until: untilDay,
  sharpe,
  leads,
  recordedAt,
};

/** A page of a person's trials, newest first: all, or those that count for a result. */
export async function listTrials(
  tx: Tx,
  userId: string,
  { page, pageSize, data }: { page: number; pageSize: number; data: TriedOn | null },
) {
  const rows = await tx
    .select(shown)
    .from(testbenchTrials)
    .where(data === null ? eq(testbenchTrials.userId, userId) : sharesDataOf(userId, data))
    .orderBy(desc(recordedAt), desc(testbenchTrials.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const count = await countTrials(tx, userId, data);
  return { items: rows.map(present), total: count.total, count, beyond: await readBeyond(tx, userId) };
}

const ROWS_AT_ONCE = 500;

/** Every trial that is kept of a person, oldest first: a section of the download of their data. */
export async function* exportTrials(tx: Tx, userId: string): AsyncGenerator<object> {
  const { id } = testbenchTrials;
  const rows = inPieces<{ id: string; recordedAt: Date }>(ROWS_AT_ONCE, (after, limit) =>
    tx
      .select({ id, ...shown })
      .from(testbenchTrials)
      .where(and(eq(testbenchTrials.userId, userId), after && gt(id, after.id)))
      .orderBy(asc(id))
      .limit(limit),
  );
  for await (const { id: _, ...row } of rows) yield present(row);
}

/** Where the test period on this installation's candles begins for a person; null before their first trial there. */
export async function readTestPeriod(tx: Tx, userId: string): Promise<string | null> {
  const [person] = await tx
    .select({ testPeriodFrom: testbenchPeople.testPeriodFrom })
    .from(testbenchPeople)
    .where(eq(testbenchPeople.userId, userId));
  return person?.testPeriodFrom ?? null;
}

async function readBeyond(tx: Tx, userId: string): Promise<number> {
  const [person] = await tx
    .select({ beyond: testbenchPeople.beyond })
    .from(testbenchPeople)
    .where(eq(testbenchPeople.userId, userId));
  return person?.beyond ?? 0;
}

const present = <Row extends { recordedAt: Date }>({ recordedAt: at, ...trial }: Row) => ({
  ...trial,
  recordedAt: at.toISOString(),
});
