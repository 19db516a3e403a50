/**
 * The words of the screens in plain German: for the page of terms, for the explanation beside a word, and for the assistant.
 * What the product enforces or assumes is written from its constants; the other amounts are examples.
 */
import { OWN_BOT_TERMS } from './terms/own-bot-terms.ts';
import { RESULT_TERMS } from './terms/result-terms.ts';
import type { Term } from './terms/term.ts';
import { TRADING_TERMS } from './terms/trading-terms.ts';

export type { Term };

const ENTRIES = [...OWN_BOT_TERMS, ...RESULT_TERMS, ...TRADING_TERMS];

export type TermId = (typeof ENTRIES)[number]['id'];

const german = new Intl.Collator('de');

/** In the order of the German alphabet. */
export const TERMS: readonly Term[] = ENTRIES.toSorted((a, b) => german.compare(a.word, b.word));

/** Of the other words those that are English: screen readers say them in another voice. */
export const ENGLISH_WORDS: ReadonlySet<string> = new Set(
  (
    'Units, Net Asset Value, Order, Orders, Breakout, Fill, Execution, Calmar Ratio, Expectancy, ' +
    'Strike, Fixing, Swap, Funding, Fee, Long, Trade, Trades, Drawdown, Max Drawdown, Leverage, ' +
    'Bootstrap, Buy and Hold, Benchmark, Candle, Candlestick, Cost Factor, Short, Track Record, ' +
    'Profit Factor, Return, Performance, Backtest, Backtesting, Sharpe Ratio, Sortino Ratio, Spread, ' +
    'Bid-Ask, Paper Money, System Quality Number, Stop-Loss, Win Rate, stale, time-weighted, Hash, Average True Range, Moving Average, Deflated Sharpe, Out of Sample, ' +
    'Relative Strength Index, Overfitting, Look-ahead, Monkeys'
  ).split(', '),
);

const byId = new Map<string, Term>(TERMS.map((term) => [term.id, term]));

/** Of what is compiled there is one for every id. */
export function findTerm(id: TermId): Term {
  const term = byId.get(id);
  if (!term) throw new RangeError(`No term ${id}`);
  return term;
}
