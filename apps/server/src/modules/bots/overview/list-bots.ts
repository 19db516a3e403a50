import { BOT_TYPES, type Bot, type BotType } from '@botdepot/contract';
import { FIXED12_ONE, fixed12ToText } from '@botdepot/money';
import type { EngineState } from '@botdepot/trading';
import type { Tx } from '../../../platform/database.ts';
import { presentEvent } from '../events/list-trading-events.ts';
import { readComingEvents, type TradingEventRow } from '../events/trading-events.store.ts';
import { isFresh } from '../investments/investment.ts';
import { asNumber } from '../investments/read-investments.ts';
import { readLastingPauses } from '../operation/pauses.store.ts';
import { type NavPoint, type NavRange, readNavPoints } from '../portfolio/nav-series.store.ts';
import { joinGerman } from '../protocol/german.ts';
import type { BotStrategies, BotStrategy } from '../strategies.ts';
import { describeActivity } from './activity.ts';
import { type BotState, readBotStates } from './bot-state.store.ts';
import { describeProtection, type OperatorPause } from './protection.ts';
import { measuredOf, recordOf } from './record.ts';

/** The event that runs may have no decision left, and those within a pause of months have none that counts. */
export const EVENTS_NEEDED = 40;

/** The first point of a sparkline is the 1.0 at which every portfolio starts. */
const SPARKLINE_POINTS = 120 - 1;

/** Every bot of the catalogue, those that do not run included. */
export async function listBots(tx: Tx, strategies: BotStrategies, now: Date): Promise<Bot[]> {
  const states = await readBotStates(tx, BOT_TYPES);
  const points = await readNavPoints(tx, [...states.values()].map(wholeSeries), SPARKLINE_POINTS);
  const coming = await readComingEvents(tx, now, { limit: EVENTS_NEEDED });
  const pauses = await readLastingPauses(tx);
  return BOT_TYPES.map((botType) => {
    const state = states.get(botType);
    const own = state ? points.get(botType) : undefined;
    const pause = pauses.get(botType) ?? null;
    return presentBot(botType, strategies[botType], state, own, { coming, pause, now });
  });
}

/** What a bot's state alone does not say. */
export type Circumstances = {
  /** The calendar from `now` on, at least `EVENTS_NEEDED` events of it. */
  readonly coming: readonly TradingEventRow[];
  /** The operator's that lasts now. */
  readonly pause: OperatorPause | null;
  readonly now: Date;
};

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
  { coming, pause, now }: Circumstances,
): Bot {
  const unavailableReason = whyNot(runnable, state, now);
  const runs = runnable && state?.engine ? { runnable, engine: state.engine } : undefined;
  const tradesOnEvents = runnable?.decisionTimes !== undefined;
  const nextEvent = tradesOnEvents ? (coming[0] ?? null) : undefined;
  const protection = runs && state ? protectionOf(runs, state, pause, now) : null;
  // While a limit keeps it out of its markets it decides nothing, but at that very moment it may.
  const idleUntil = protection?.until ? new Date(Date.parse(protection.until) - 1) : now;
  const nextDecisionAt = runs && !pause ? nextDecision(runs.runnable, coming, idleUntil) : null;
  const exposure = state?.tick?.exposure ?? 0;
  const record = state ? recordOf(state) : null;
  return {
    botType,
    startable: unavailableReason === null,
    unavailableReason,
    activity: runs
      ? describeActivity(runs.engine, exposure, { nextDecisionAt, nextEvent, now }, pause)
      : null,
    nav: state?.tick ? fixed12ToText(state.tick.nav) : null,
    navAt: state?.tick?.at.toISOString() ?? null,
    investedFraction: state?.tick ? exposure : null,
    nextDecisionAt: nextDecisionAt ? new Date(nextDecisionAt).toISOString() : null,
    pausedUntil: protection?.until ?? null,
    protection,
    tradesOnEvents,
    nextEvent: nextEvent ? presentEvent(nextEvent) : null,
    measured: measuredOf(record),
    record,
    demoHistory: state?.demoHistory ?? false,
    sparkline: points ? [FIXED12_ONE, ...points.map((point) => point.nav)].map(asNumber) : [],
  };
}

function protectionOf(
  { runnable, engine }: { runnable: BotStrategy; engine: EngineState },
  { portfolio, tick }: BotState,
  pause: OperatorPause | null,
  now: Date,
) {
  const parameters = runnable.strategy.parameters.safeParse(portfolio.parameters);
  // The runner says in the log why a bot with such parameters stands still.
  if (!parameters.success) return null;
  const limits = runnable.strategy.protectionLimits(parameters.data);
  return describeProtection(
    engine,
    tick ? asNumber(tick.nav) : engine.drawdown.peak,
    limits,
    now.getTime(),
    pause,
  );
}

/** Why a start is not possible right now, or null. The command itself asks again under the bot's lock. */
function whyNot(runnable: BotStrategy | undefined, state: BotState | undefined, now: Date): string | null {
  if (!runnable) return 'Dieser Bot handelt auf dieser Plattform noch nicht.';
  if (!state?.tick) return 'Der Bot wird gerade vorbereitet. Bitte versuchen Sie es in Kürze noch einmal.';
  if (!isFresh(state.tick.at, now))
    return 'Die Kurse sind gerade veraltet. Bitte versuchen Sie es in Kürze noch einmal.';
  if (state.tick.stale.length > 0)
    return `Für ${joinGerman(state.tick.stale)} gibt es gerade keinen frischen Kurs. Bitte versuchen Sie es später noch einmal.`;
  return null;
}

/**
 * ms UTC of the first decision after `from`: by the calendar of events for a bot that trades around them, null when there is
 * none, else by its interval, on multiples of it since 1970.
 */
function nextDecision(
  { strategy, decisionTimes }: BotStrategy,
  coming: readonly TradingEventRow[],
  from: Date,
): number | null {
  if (decisionTimes) {
    const times = coming.flatMap(({ id, name, startsAt, endsAt }) =>
      decisionTimes({ id, name, startsAt: startsAt.getTime(), endsAt: endsAt.getTime() }),
    );
    return times.find((time) => time > from.getTime()) ?? null;
  }
  const interval = strategy.decisionIntervalMs;
  return (Math.floor(from.getTime() / interval) + 1) * interval;
}
