import { asc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import {
  botInvestments,
  botPortfolios,
  botTicks,
  botUnitEntries,
  manualTradingRecords,
} from '../bots.schema.ts';
import type { Holding } from './holding.ts';
import type { KnownStrike } from './strikes-at.store.ts';

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
      manual: (manualOf.get(row.id) ?? []).map(({ createdAt, profitLoss }) => ({
        at: createdAt,
        profit: profitLoss,
      })),
      stop:
        row.stoppedAt && row.stopFigures && row.usdCurrentAmount !== null
          ? { at: row.stoppedAt, payout: row.usdCurrentAmount, figures: row.stopFigures }
          : null,
    })),
    ticks: new Map(ticks.map(({ portfolioId, at, nav, figures }) => [portfolioId, { at, nav, figures }])),
  };
}
