import type { BotType } from '@botdepot/contract';
import type { Fixed12 } from '@botdepot/money';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { botPortfolios, bots, botTicks, type NavFigures } from '../bots.schema.ts';

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
