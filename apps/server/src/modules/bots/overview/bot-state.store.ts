import type { BotType } from '@botdepot/contract';
import type { Fixed12 } from '@botdepot/money';
import { DAY_MS, type EngineState, engineStateSchema } from '@botdepot/trading';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { botNav, botTicks } from '../bots.schema.ts';
import { readDayCloses } from '../portfolio/nav-series.store.ts';
import { findLastStrike, listCurrentPortfolios, type PortfolioRow } from '../portfolio/portfolio.store.ts';
import { dayOf, type Strike } from '../portfolio/strike.ts';

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

/** Days that are over, by portfolio and the moment it went live: strikes are never changed, so neither are these. */
const finished = new Map<string, { closes: number[]; until: Date }>();

/**
 * NAVs at the ends of the UTC days since a bot went live, the day of its last strike included; none before. Only days that
 * were not over when somebody last asked are read.
 */
async function liveDayCloses(
  tx: Tx,
  { id, liveSince }: Pick<PortfolioRow, 'id' | 'liveSince'>,
  strike: Strike | null,
): Promise<readonly number[]> {
  if (liveSince === null || strike?.phase !== 'live') return [];
  const key = `${id} ${liveSince.getTime()}`;
  const known = finished.get(key) ?? { closes: [], until: liveSince };
  const today = new Date(dayOf(strike.at) * DAY_MS);
  // A snapshot from before the last one that was asked for.
  const after = known.until <= today ? known : { closes: [], until: liveSince };
  const read = await readDayCloses(tx, id, after.until, new Date(strike.at));
  const closes = [...after.closes, ...read];
  finished.set(key, { closes: closes.slice(0, -1), until: today > liveSince ? today : liveSince });
  return closes;
}
