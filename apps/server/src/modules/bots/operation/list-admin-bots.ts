import { type AdminBot, BOT_TYPES, type BotMarket, type BotPause, type BotType } from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import type { Tx } from '../../../platform/database.ts';
import { readLedSince } from '../../../platform/leader.ts';
import { isStale, type MarketTick, readLatestPrices } from '../../markets/index.ts';
import { readComingEvents, type TradingEventRow } from '../events/trading-events.ts';
import {
  type BotState,
  EVENTS_NEEDED,
  presentBot,
  readBotStates,
  readPositions,
} from '../overview/list-bots.ts';
import type { People } from '../people.ts';
import { readProtocol } from '../protocol/list-protocol.ts';
import type { BotStrategies } from '../strategies.ts';
import { type Investors, type PauseRow, presentPauses, readInvestors, readLastingPauses } from './pauses.ts';

/** What the page shows at most before it leads to the whole protocol. */
const PROTOCOL_LINES = 10;

/** What all bots have in common at one moment. */
type Scene = {
  readonly now: Date;
  readonly states: ReadonlyMap<BotType, BotState>;
  readonly coming: readonly TradingEventRow[];
  readonly rows: ReadonlyMap<BotType, PauseRow>;
  readonly pauses: readonly BotPause[];
  readonly prices: MarketTick | null;
  readonly ledSince: Date | null;
  readonly investors: ReadonlyMap<string, Investors>;
};

/** Every bot of the catalogue as operators see it, from the database alone: any replica answers the same. */
export async function listAdminBots(
  tx: Tx,
  { people, strategies }: { people: People; strategies: BotStrategies },
  now: Date,
): Promise<AdminBot[]> {
  const rows = await readLastingPauses(tx);
  const scene: Scene = {
    now,
    states: await readBotStates(tx, BOT_TYPES),
    coming: await readComingEvents(tx, now, { limit: EVENTS_NEEDED }),
    rows,
    pauses: await presentPauses(tx, people, [...rows.values()]),
    prices: await readLatestPrices(tx),
    ledSince: await readLedSince(tx),
    investors: await readInvestors(tx),
  };
  const bots: AdminBot[] = [];
  for (const botType of BOT_TYPES) bots.push(await presentAdminBot(tx, strategies, botType, scene));
  return bots;
}

async function presentAdminBot(
  tx: Tx,
  strategies: BotStrategies,
  botType: BotType,
  scene: Scene,
): Promise<AdminBot> {
  const { now, states, coming, rows } = scene;
  const state = states.get(botType);
  const pause = rows.get(botType) ?? null;
  const shown = presentBot(botType, strategies[botType], state, undefined, { coming, pause, now });
  const { customers, investments, value } = scene.investors.get(state?.portfolio.id ?? '') ?? {
    customers: 0,
    investments: 0,
    value: 0n,
  };
  return {
    botType,
    portfolio: state ? portfolioOf(state) : null,
    ledSince: scene.ledSince?.toISOString() ?? null,
    nav: shown.nav,
    navAt: shown.navAt,
    investedFraction: shown.investedFraction,
    positions: state ? await readPositions(tx, state) : [],
    protection: shown.protection,
    activity: shown.activity,
    nextDecisionAt: shown.nextDecisionAt,
    pause: scene.pauses.find((one) => one.botType === botType) ?? null,
    markets: marketsOf(state?.portfolio.symbols ?? strategies[botType]?.symbols ?? [], scene),
    investors: { customers, investments, value: toWire(value) },
    protocol: state ? await readProtocol(tx, state.portfolio.id, { limit: PROTOCOL_LINES }) : [],
  };
}

function portfolioOf({ portfolio }: BotState): AdminBot['portfolio'] {
  const { id, series, startedAt, strategyVersion, engineVersion, lastBarAt, navSeq } = portfolio;
  return {
    id,
    series,
    startedAt: startedAt.toISOString(),
    strategyVersion,
    engineVersion,
    lastBarAt: lastBarAt?.toISOString() ?? null,
    // Every bar that was traded has struck the NAV once.
    bars: navSeq,
  };
}

function marketsOf(symbols: readonly string[], { prices, now }: Scene): BotMarket[] {
  const quotes = new Map(prices?.quotes.map((quote) => [quote.symbol, quote]));
  return symbols.flatMap((symbol): BotMarket[] => {
    const quote = quotes.get(symbol);
    if (!quote) return [];
    const { source, time, open } = quote;
    const state = isStale(quote, now.getTime()) ? 'stale' : open ? 'fresh' : 'closed';
    return [{ symbol, source, at: new Date(time).toISOString(), state }];
  });
}
