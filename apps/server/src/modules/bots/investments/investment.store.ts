import { and, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { botInvestments, botPortfolios, botUnitEntries } from '../bots.schema.ts';

export type InvestmentRow = typeof botInvestments.$inferSelect;

/** Locks one investment until the transaction ends, so that it is stopped once. */
export async function lockInvestment(tx: Tx, id: string): Promise<InvestmentRow | undefined> {
  const [row] = await tx.select().from(botInvestments).where(eq(botInvestments.id, id)).for('update');
  return row;
}

export async function insertInvestment(
  tx: Tx,
  values: typeof botInvestments.$inferInsert,
): Promise<InvestmentRow> {
  const [row] = await tx.insert(botInvestments).values(values).returning();
  if (!row) throw new Error('an insert returned no row');
  return row;
}

export async function updateInvestment(
  tx: Tx,
  id: string,
  values: Partial<typeof botInvestments.$inferInsert>,
): Promise<InvestmentRow> {
  const [row] = await tx.update(botInvestments).set(values).where(eq(botInvestments.id, id)).returning();
  if (!row) throw new Error('a locked investment disappeared');
  return row;
}

/** Adds to the unit ledger. The caller holds the bot's shared lock, so a settlement sees the entry or comes before it. */
export async function insertUnitEntry(tx: Tx, values: typeof botUnitEntries.$inferInsert): Promise<void> {
  await tx.insert(botUnitEntries).values(values);
}

/** Some investment that is still active in a portfolio that was used up. */
export async function findWorthlessInvestment(tx: Tx): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: botInvestments.id })
    .from(botPortfolios)
    .innerJoin(botInvestments, eq(botInvestments.portfolioId, botPortfolios.id))
    .where(and(isNotNull(botPortfolios.closedAt), eq(botInvestments.status, 'active')))
    .limit(1);
  return row?.id;
}
