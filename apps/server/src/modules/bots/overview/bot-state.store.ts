import type { BotType } from '@botdepot/contract';
import type { Fixed12 } from '@botdepot/money';
import { type EngineState, engineStateSchema } from '@botdepot/trading';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { botNav, botTicks } from '../bots.schema.ts';
import { findLastStrike, listCurrentPortfolios, type PortfolioRow } from '../portfolio/portfolio.store.ts';
import type { Strike } from '../portfolio/strike.ts';
import { liveDayCloses } from './live-day-closes.ts';

/** A bot as the database knows it, so that any replica can answer. */
export type BotState = {
  readonly portfolio: PortfolioRow;
  /** Null before the first bar. */
  readonly strike: Strike | null;
  readonly tick: { at: Date; nav: Fixed12; exposure: number; stale: string[] } | null;
  /** Null before the first bar. */
  readonly engine: EngineState | null;
  /** NAVs at the ends of the UTC days since the bot went live, today's so far included; none before. */
  readonly dayCloses: readonly number[];
  /** Whether the series began with the demo's history. */
  readonly demoHistory: boolean;
};

/** The current portfolios of some bots; those without one are absent. */
export async function readBotStates(tx: Tx, botTypes: readonly BotType[]): Promise<Map<BotType, BotState>> {
  const states = new Map<BotType, BotState>();
  for (const portfolio of await listCurrentPortfolios(tx, botTypes)) {
    const strike = await findLastStrike(tx, portfolio.id);
    const [tick] = await tx.select().from(botTicks).where(eq(botTicks.portfolioId, portfolio.id));
    const [first] = await tx
      .select({ phase: botNav.phase })
      .from(botNav)
      .where(and(eq(botNav.portfolioId, portfolio.id), eq(botNav.seq, 1)));
    const parsed = engineStateSchema.safeParse(portfolio.state);
    states.set(portfolio.botType, {
      portfolio,
      strike,
      tick: tick ?? null,
      dayCloses: await liveDayCloses(tx, portfolio, strike),
      // A state that this version cannot read is not shown; the runner says in the log why the bot stands still.
      engine: parsed.success ? parsed.data : null,
      demoHistory: first?.phase === 'demo',
    });
  }
  return states;
}
