import {
  BOTS,
  type BotType,
  canStop,
  DomainError,
  type InvestmentStatus,
  STALE_PRICE_MS,
} from '@botdepot/contract';
import {
  FIXED12_ONE,
  type Fixed12,
  fixed12FromNumber,
  fromWire,
  MICROS_PER_CENT,
  type Micros,
  toWire,
} from '@botdepot/money';
import { and, eq, isNotNull, isNull, sum } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import type { Work } from '../../../platform/work.ts';
import {
  botInvestments,
  botPortfolios,
  bots,
  botTicks,
  botUnitEntries,
  manualTradingRecords,
  type NavFigures,
} from '../bots.schema.ts';

export const investmentReference = (number: number): string => `B-${number}`;

/** Throws AMOUNT_BELOW_MINIMUM unless the amount reaches the bot's minimum of the catalogue. */
export function assertStartAmount(botType: BotType, amount: Micros): void {
  const { minimum } = BOTS[botType];
  if (amount < minimum)
    throw DomainError.of('AMOUNT_BELOW_MINIMUM', { minimum: toWire(minimum), unit: 'USDT' });
}

/** Throws INSUFFICIENT_WALLET_BALANCE, with both amounts, when the wallet does not cover a start. */
export function assertWalletCovers(available: Micros, required: Micros): void {
  if (required > available)
    throw DomainError.of('INSUFFICIENT_WALLET_BALANCE', {
      available: toWire(available),
      required: toWire(required),
    });
}

/** A bot is stopped once. */
export function assertStoppable(status: InvestmentStatus): void {
  if (!canStop(status)) throw DomainError.of('INVESTMENT_STOPPED');
}

/**
 * Whether a tick is young enough to book at, at most 2 s. One from later than the clocks of two replicas may differ was made
 * before the clock was set back, or by a leader whose clock was ahead, and stands still until time has caught up with it.
 */
export const isFresh = (tickAt: Date, now: Date): boolean =>
  Math.abs(now.getTime() - tickAt.getTime()) <= STALE_PRICE_MS;

/**
 * Throws PRICES_STALE unless units may be dealt in at this price, at this moment: a command may have waited for its locks, and the
 * tick may be the one from before. Every symbol behind it needs a fresh price, and a running series that is worth nothing
 * is a fault of prices or will be closed with the minute. The price of a closed series is final.
 */
export function assertDealable({ clock, nothingRuns }: Work, price: TradePrice, forfeits = false): void {
  if (price.closed || nothingRuns) return;
  const isFair = price.stale.length === 0 && price.nav > 0n;
  if (!isFresh(price.at, clock.now()) || !(isFair || forfeits)) throw DomainError.of('PRICES_STALE');
}

/**
 * When a manual return counts: now, but after what was booked on the investment before. Anyone who waited for its lock may
 * have begun before the one who had it, and its records must follow one another.
 */
export const returnedAt = (now: Date, { lastUpdated }: { lastUpdated: Date }): Date =>
  now > lastUpdated ? now : new Date(lastUpdated.getTime() + 1);

/** When a stop counts: now, but after the last manual return. */
export const stoppedAt = (now: Date, row: { startedAt: Date; lastUpdated: Date }): Date =>
  row.lastUpdated > row.startedAt ? returnedAt(now, row) : now;

/**
 * `daily_return_rate` at a start, a fraction, as the specification says: fixed for SmartBot, random below 0.07 for
 * TurboBot and between 0.4 and 1.0 for NewsBot. It is stored, moves no money and is never displayed.
 * @param random in [0, 1).
 */
export function dailyReturnRate(botType: BotType, random: () => number = Math.random): number {
  switch (botType) {
    case 'smartbot':
      return 0.005;
    case 'turbobot':
      return random() * 0.07;
    case 'newsbot':
      return 0.4 + random() * 0.6;
  }
}

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

/** What was booked by hand to an investment, all in all. */
export async function readManual(tx: Tx, id: string): Promise<Micros> {
  const [manual] = await tx
    .select({ total: sum(manualTradingRecords.profitLoss) })
    .from(manualTradingRecords)
    .where(eq(manualTradingRecords.investmentId, id));
  return fromWire(manual?.total ?? '0');
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

/** Units × a figure per unit, to the nearest hundredth of a cent: what one fill or one day costs is often less than a cent. */
export function fineAmount(units: Fixed12, perUnit: number): Micros {
  const step = (MICROS_PER_CENT / 100n) * 10n ** 6n;
  return (((units * fixed12FromNumber(perUnit)) / FIXED12_ONE + step / 2n) / step) * (MICROS_PER_CENT / 100n);
}

/** What units of a portfolio are traded at: the NAV of its newest tick, with the figures that explain it. */
export type TradePrice = {
  readonly portfolioId: string;
  readonly poolAccountId: string;
  /** The portfolio is used up and its series closed: `nav` is final, whatever its age. */
  readonly closed: boolean;
  readonly at: Date;
  readonly nav: Fixed12;
  readonly navSeq: number;
  readonly figures: NavFigures;
  /** Symbols that are held or ordered and whose price was too old at that tick. */
  readonly stale: readonly string[];
  /** Fills of the running minute that are in `nav` already, by symbol. */
  readonly filled: Record<string, number>;
};

const columns = {
  portfolioId: botPortfolios.id,
  poolAccountId: botPortfolios.poolAccountId,
  closedAt: botPortfolios.closedAt,
  at: botTicks.at,
  nav: botTicks.nav,
  navSeq: botTicks.navSeq,
  figures: botTicks.figures,
  stale: botTicks.stale,
  filled: botTicks.filled,
};

type Row = Omit<TradePrice, 'closed'> & { closedAt: Date | null };
const priceOf = ({ closedAt, ...row }: Row): TradePrice => ({ ...row, closed: closedAt !== null });

/** The price of the bot's running portfolio; undefined while it has none or no tick yet. */
export async function findRunningPrice(tx: Tx, botType: BotType): Promise<TradePrice | undefined> {
  const [row] = await tx
    .select(columns)
    .from(bots)
    .innerJoin(botPortfolios, eq(botPortfolios.id, bots.currentPortfolioId))
    .innerJoin(botTicks, eq(botTicks.portfolioId, botPortfolios.id))
    .where(and(eq(bots.botType, botType), isNull(botPortfolios.closedAt)));
  return row && priceOf(row);
}

/** The price of one portfolio, running or closed. It has a tick as soon as somebody could invest in it. */
export async function readPrice(tx: Tx, portfolioId: string): Promise<TradePrice> {
  const [row] = await tx
    .select(columns)
    .from(botPortfolios)
    .innerJoin(botTicks, eq(botTicks.portfolioId, botPortfolios.id))
    .where(eq(botPortfolios.id, portfolioId));
  if (!row) throw new Error(`portfolio ${portfolioId} has no tick`);
  return priceOf(row);
}
