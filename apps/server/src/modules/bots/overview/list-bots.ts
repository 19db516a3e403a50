import { BOT_TYPES, type Bot, type BotType } from '@botdepot/contract';
import { FIXED12_ONE, fixed12ToText } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import { isFresh } from '../investments/investment.ts';
import { asNumber } from '../investments/read-investments.ts';
import { type NavPoint, type NavRange, readNavPoints } from '../portfolio/nav-series.store.ts';
import type { BotStrategies, BotStrategy } from '../strategies.ts';
import { describeActivity } from './activity.ts';
import { type BotState, readBotStates } from './bot-state.store.ts';
import { measuredOf, recordOf } from './record.ts';

/** The first point of a sparkline is the 1.0 at which every portfolio starts. */
const SPARKLINE_POINTS = 120 - 1;

/** Every bot of the catalogue, those that do not run included. */
export async function listBots(tx: Tx, strategies: BotStrategies, now: Date): Promise<Bot[]> {
  const states = await readBotStates(tx, BOT_TYPES);
  const points = await readNavPoints(tx, [...states.values()].map(wholeSeries), SPARKLINE_POINTS);
  return BOT_TYPES.map((botType) => {
    const state = states.get(botType);
    return presentBot(botType, strategies[botType], state, state ? points.get(botType) : undefined, now);
  });
}

/** From the start of a bot's current series to its last strike. */
export const wholeSeries = ({ portfolio, strike }: BotState): NavRange => ({
  key: portfolio.botType,
  portfolioId: portfolio.id,
  fromSeq: 0,
  toSeq: null,
  from: portfolio.startedAt,
  to: new Date(strike?.at ?? portfolio.startedAt),
});

export function presentBot(
  botType: BotType,
  runnable: BotStrategy | undefined,
  state: BotState | undefined,
  points: readonly NavPoint[] | undefined,
  now: Date,
): Bot {
  const unavailableReason = whyNot(runnable, state, now);
  const runs = runnable && state?.engine ? { runnable, engine: state.engine } : undefined;
  const nextDecisionAt = runs && nextDecision(runs.runnable, now);
  const paused = runs?.engine.drawdown.pausedUntil ?? null;
  const exposure = state?.tick?.exposure ?? 0;
  const record = state ? recordOf(state) : null;
  return {
    botType,
    startable: unavailableReason === null,
    unavailableReason,
    activity: runs && nextDecisionAt ? describeActivity(runs.engine, exposure, nextDecisionAt) : null,
    nav: state?.tick ? fixed12ToText(state.tick.nav) : null,
    navAt: state?.tick?.at.toISOString() ?? null,
    investedFraction: state?.tick ? exposure : null,
    nextDecisionAt: nextDecisionAt ? new Date(nextDecisionAt).toISOString() : null,
    pausedUntil: paused === null ? null : new Date(paused).toISOString(),
    measured: measuredOf(record),
    record,
    demoHistory: state?.demoHistory ?? false,
    sparkline: points ? [FIXED12_ONE, ...points.map((point) => point.nav)].map(asNumber) : [],
  };
}

/** Why a start is not possible right now, or null. The command itself asks again under the bot's lock. */
function whyNot(runnable: BotStrategy | undefined, state: BotState | undefined, now: Date): string | null {
  if (!runnable) return 'Dieser Bot handelt auf dieser Plattform noch nicht.';
  if (!state?.tick) return 'Der Bot wird gerade vorbereitet. Bitte versuchen Sie es in Kürze noch einmal.';
  if (!isFresh(state.tick.at, now))
    return 'Die Kurse sind gerade veraltet. Bitte versuchen Sie es in Kürze noch einmal.';
  return null;
}

/** ms UTC of the next decision by the calendar; decisions fall on multiples of the interval since 1970. */
function nextDecision({ strategy }: BotStrategy, now: Date): number {
  const interval = strategy.decisionIntervalMs;
  return (Math.floor(now.getTime() / interval) + 1) * interval;
}
