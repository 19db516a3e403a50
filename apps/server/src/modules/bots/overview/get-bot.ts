import type { BotDetail, BotType } from '@botdepot/contract';
import { FIXED12_ONE, type Fixed12, fixed12ToText } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import { readLatestPrices } from '../../markets/index.ts';
import { readComingEvents } from '../events/trading-events.store.ts';
import { asNumber } from '../investments/read-investments.ts';
import { readLastingPauses } from '../operation/pauses.store.ts';
import {
  type NavPoint,
  type NavSegment,
  peaksAt,
  readNavPoints,
  readNavSegments,
} from '../portfolio/nav-series.store.ts';
import { drawdownOf } from '../portfolio/strike.ts';
import { readProtocol } from '../protocol/list-protocol.ts';
import type { BotStrategies } from '../strategies.ts';
import { knownSource } from '../trading/source-change.ts';
import { type BotState, readBotStates } from './bot-state.store.ts';
import { EVENTS_NEEDED, presentBot, wholeSeries } from './list-bots.ts';

/** The newest tick comes on top. */
const HISTORY_POINTS = 300 - 1;
const SPARKLINE_POINTS = 119;
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
