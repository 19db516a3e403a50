import {
  BOT_TYPES,
  type Bot,
  type BotDetail,
  type BotType,
  MEASURED_AFTER_DAYS,
  type Measurement,
} from '@botdepot/contract';
import { FIXED12_ONE, type Fixed12, fixed12ToText } from '@botdepot/money';
import { DAY_MS, type EngineState, engineStateSchema, maximumDrawdown } from '@botdepot/trading';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { readLatestPrices } from '../../markets/index.ts';
import { botNav, botTicks } from '../bots.schema.ts';
import { presentEvent, readComingEvents, type TradingEventRow } from '../events/trading-events.ts';
import { isFresh } from '../investments/investment.ts';
import { asNumber } from '../investments/read-investments.ts';
import { readLastingPauses } from '../operation/pauses.ts';
import {
  type NavPoint,
  type NavRange,
  type NavSegment,
  peaksAt,
  readDayCloses,
  readNavPoints,
  readNavSegments,
} from '../portfolio/nav-series.ts';
import { findLastStrike, listCurrentPortfolios, type PortfolioRow } from '../portfolio/portfolio.ts';
import { dayOf, drawdownOf, type Strike } from '../portfolio/strike.ts';
import { joinGerman } from '../protocol/german.ts';
import { readProtocol } from '../protocol/list-protocol.ts';
import type { BotStrategies, BotStrategy } from '../strategies.ts';
import { knownSource } from '../trading/source-change.ts';
import { describeActivity } from './activity.ts';
import { describeProtection, type OperatorPause } from './protection.ts';

/**
 * Return and drawdown of the live strikes so far, whatever their number; null before the first. The demo's history is
 * not part of it: the record begins with the NAV at which the bot went live.
 */
export function recordOf({ portfolio, strike, dayCloses }: BotState): Measurement | null {
  const { liveSince, liveNav } = portfolio;
  if (strike?.phase !== 'live' || liveSince === null || liveNav === null) return null;
  return {
    from: liveSince.toISOString(),
    to: new Date(strike.at).toISOString(),
    days: (strike.at - liveSince.getTime()) / DAY_MS,
    // The same quotient as a drawdown's, here against the first NAV instead of the highest.
    returnFraction: drawdownOf(strike.nav, liveNav),
    maxDrawdownFraction: strike.maxDrawdown,
    dailyDrawdownFraction: maximumDrawdown(Number(fixed12ToText(liveNav)), dayCloses)?.depth ?? null,
  };
}

/** „Gemessen“ is said from day 30 of live trading on, not before. */
export const measuredOf = (record: Measurement | null): Measurement | null =>
  record !== null && record.days >= MEASURED_AFTER_DAYS ? record : null;

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
type Circumstances = {
  /** The calendar from `now` on, at least `EVENTS_NEEDED` events of it. */
  readonly coming: readonly TradingEventRow[];
  /** The operator's that lasts now. */
  readonly pause: OperatorPause | null;
  readonly now: Date;
};

/** From the start of a bot's current series to its last strike. */
const wholeSeries = ({ portfolio, strike }: BotState): NavRange => ({
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

/** The newest tick comes on top. */
const HISTORY_POINTS = 300 - 1;
/** What a page shows at most before it leads to the whole protocol. */
const PROTOCOL_LINES = 10;

/** One bot with its positions at the latest prices, the newest lines of its protocol and its NAV history. */
export async function getBot(
  tx: Tx,
  strategies: BotStrategies,
  botType: BotType,
  now: Date,
): Promise<BotDetail> {
  const state = (await readBotStates(tx, [botType])).get(botType);
  const coming = await readComingEvents(tx, now, { limit: EVENTS_NEEDED });
  const pause = (await readLastingPauses(tx)).get(botType) ?? null;
  const circumstances = { coming, pause, now };
  if (!state) {
    const bot = presentBot(botType, strategies[botType], undefined, undefined, circumstances);
    return { ...bot, positions: [], protocol: [], navHistory: [] };
  }
  const ranges = [wholeSeries(state)];
  const points = (await readNavPoints(tx, ranges, HISTORY_POINTS)).get(botType) ?? [];
  const sparkline = (await readNavPoints(tx, ranges, SPARKLINE_POINTS)).get(botType) ?? [];
  const segments = (await readNavSegments(tx, ranges)).get(botType) ?? [];
  return {
    ...presentBot(botType, strategies[botType], state, sparkline, circumstances),
    positions: await readPositions(tx, state),
    protocol: await readProtocol(tx, state.portfolio.id, { limit: PROTOCOL_LINES }),
    navHistory: historyOf(points, segments, state.tick),
  };
}

/**
 * The curve up to the newest tick. Its drawdowns count from the highest value of the whole series: those of the strikes begin
 * anew where the bot goes live or changes its source, and between two points the value may have been higher.
 */
function historyOf(
  points: readonly NavPoint[],
  segments: readonly NavSegment[],
  tick: BotState['tick'],
): BotDetail['navHistory'] {
  const peaks = peaksAt(FIXED12_ONE, segments, points);
  const struck = points.map(({ at, nav }, place) => historyPoint(at, nav, peaks[place] ?? nav));
  const last = points.at(-1);
  if (!tick || (last && tick.at < last.at)) return struck;
  const newest = historyPoint(tick.at, tick.nav, peaks.at(-1) ?? FIXED12_ONE);
  return [...struck.filter(({ at }) => at !== newest.at), newest];
}

const historyPoint = (at: Date, nav: Fixed12, peak: Fixed12): BotDetail['navHistory'][number] => ({
  at: at.toISOString(),
  nav: fixed12ToText(nav),
  drawdown: Math.min(0, drawdownOf(nav, peak)),
});

/** What the bot holds, at the latest prices. */
export async function readPositions(
  tx: Tx,
  { engine, tick, portfolio }: BotState,
): Promise<BotDetail['positions']> {
  if (!engine) return [];
  const latest = await readLatestPrices(tx);
  // A position from an old source keeps its last price until the next bar closes it.
  const comparable = latest?.quotes.filter(({ symbol, source }) => source === knownSource(portfolio, symbol));
  const prices = new Map(comparable?.map((quote) => [quote.symbol, quote.price]));
  const equity = tick ? asNumber(tick.nav) : engine.broker.cash;
  return engine.symbols.flatMap((symbol, index) => {
    const position = engine.broker.positions[index];
    if (!position || position.units === 0 || equity <= 0) return [];
    const price = prices.get(symbol) ?? engine.broker.quotes[index]?.price ?? position.entryPrice;
    return [
      {
        symbol,
        weight: (position.units * price) / equity,
        unrealised: (position.units * (price - position.entryPrice)) / equity,
        since: new Date(position.openedAt ?? 0).toISOString(),
      },
    ];
  });
}
