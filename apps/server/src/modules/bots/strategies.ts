import { type BotType, MARKET_SYMBOLS } from '@botdepot/contract';
import {
  type Decision,
  decisionTimesOf,
  type Figures,
  newsBot,
  type Strategy,
  type SymbolSpec,
  smartBot,
  symbolSpec,
  type TradingEvent,
  turboBot,
} from '@botdepot/trading';
import {
  commentBreakout,
  commentNews,
  explainBreakout,
  explainNews,
  explainTrend,
} from './protocol/explain.ts';

/** What this installation can run as a bot, and how its reasons read in German. */
export type BotStrategy = {
  // The registry holds strategies of different parameters; each engine parses its own with the strategy's schema.
  readonly strategy: Strategy<unknown>;
  /** In the order that gives the engine's indexes. */
  readonly symbols: readonly string[];
  /** A German sentence for the strategy's reason code and its figures; empty when there is nothing to say. */
  explain(reason: string, figures: Figures): string;
  /** What lies behind a decision as a whole, in German; absent where the protocol's line says enough. */
  comment?(decision: Decision): string;
  /** For a bot that trades around events only: when it decides about one, ms UTC, ascending. */
  decisionTimes?(event: TradingEvent): readonly number[];
};

export type BotStrategies = Readonly<Partial<Record<BotType, BotStrategy>>>;

/** Markets that move on US figures and whose hourly candles the study had. */
const NEWS_SYMBOLS = ['SPX500', 'NASDAQ100', 'GOLD', 'SILVER', 'GBP/USD', 'USD/JPY'];

const EVERY_SYMBOL = MARKET_SYMBOLS.map(({ symbol }) => symbol);

/** The bots that run. One without a strategy is listed and says that it does not trade yet. */
export const STRATEGIES: BotStrategies = {
  smartbot: { strategy: smartBot, symbols: EVERY_SYMBOL, explain: explainTrend },
  turbobot: {
    strategy: turboBot,
    symbols: EVERY_SYMBOL,
    explain: explainBreakout,
    comment: commentBreakout,
  },
  newsbot: {
    strategy: newsBot,
    symbols: NEWS_SYMBOLS,
    explain: explainNews,
    comment: commentNews,
    decisionTimes: decisionTimesOf,
  },
};

/**
 * Symbols with their costs, in the given order.
 * @throws RangeError for a symbol that the catalogue does not have.
 */
export function symbolSpecs(symbols: readonly string[]): SymbolSpec[] {
  return symbols.map((name) => {
    const entry = MARKET_SYMBOLS.find(({ symbol }) => symbol === name);
    if (!entry) throw new RangeError(`unknown symbol ${name}`);
    return symbolSpec(entry.symbol, entry.marketType);
  });
}

const PLACES: ReadonlyMap<string, number> = new Map(
  MARKET_SYMBOLS.map(({ symbol }, index) => [symbol, index]),
);

/** Picks the values of some symbols out of a column in the catalogue's order. */
export function pickSymbols<T>(column: readonly T[], symbols: readonly string[]): T[] {
  // Portfolios hold catalogue symbols only: `symbolSpecs` refused everything else when the engine was made.
  return symbols.map((symbol) => column[PLACES.get(symbol)!]!);
}
