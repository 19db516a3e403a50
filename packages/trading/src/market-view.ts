import type { PaperBroker } from './broker.ts';
import type { ExchangeHours } from './calendar/exchange-hours.ts';
import { nextSessionEnd } from './calendar/short-days.ts';
import { type Candles, calendarCloses } from './candles.ts';
import type { SymbolSpec } from './costs.ts';
import type { DecisionBars } from './decision-bars.ts';
import type { MarketView, TradingEvent } from './strategy.ts';

/** What the view of one engine shows changes, while the strategy keeps the same object. */
export interface MovingView {
  readonly view: MarketView;
  /** End of the newest complete decision bar, ms UTC. */
  end: number;
  events: readonly TradingEvent[];
  /** By symbol index: the exchange that its prices come from; null or none for the sessions of its category. */
  exchanges: readonly (ExchangeHours | null)[];
}

/** What a view shows, and how much of it. */
interface Shown {
  readonly symbols: readonly SymbolSpec[];
  readonly events: readonly TradingEvent[];
  readonly intervalMs: number;
  /** Decision bars per symbol that a strategy may look back at. */
  readonly lookBack: number;
  readonly broker: PaperBroker;
  readonly bars: Pick<DecisionBars, 'candles' | 'fresh' | 'signals'>;
  readonly isDescribed: boolean;
}

/** Whatever a strategy writes to what it is shown, the engine's own is not changed. @throws RangeError for events out of order. */
export function createView(shown: Shown): MovingView {
  const { symbols, bars, broker } = shown;
  const windows = symbols.map(() => new CandleWindow(shown.lookBack));
  const specs = frozen(structuredClone(symbols));
  const moving = { end: 0, events: checkedEvents(shown.events), exchanges: [] as MovingView['exchanges'] };
  const view: MarketView = Object.freeze({
    get end() {
      return moving.end;
    },
    get events() {
      return moving.events;
    },
    symbols: specs,
    isDescribed: shown.isDescribed,
    candles: (index: number) => windows[index]!.show(bars.candles(index)),
    hasNewBar: (index: number) => bars.fresh[index] === 1,
    closes: (index: number, into: Float64Array) =>
      calendarCloses(bars.candles(index), moving.end, shown.intervalMs, into),
    price: (index: number) => broker.prices[index]!,
    lastBarEnd: (index: number) => broker.barEnds[index]!,
    sessionEnd: (index: number, timeMs: number) =>
      nextSessionEnd(specs[index]!.category, timeMs, moving.exchanges[index]),
    ...(bars.signals === null ? {} : { signals: bars.signals }),
  });
  return Object.assign(moving, { view });
}

const COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;

/** A copy of the newest bars of a series, made anew at each look. */
class CandleWindow implements Candles {
  length = 0;
  time = new Float64Array(0);
  open = this.time;
  high = this.time;
  low = this.time;
  close = this.time;
  volume = this.time;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  show(candles: Candles): this {
    const until = candles.length;
    const from = Math.max(0, until - this.#most);
    this.length = until - from;
    for (const column of COLUMNS) {
      if (this[column].length < this.length) this[column] = new Float64Array(this.#most);
      this[column].set(candles[column].subarray(from, until));
    }
    return this;
  }
}

/** @throws RangeError unless events ascend by start and each ends after it begins. */
export function checkedEvents(events: readonly TradingEvent[]): readonly TradingEvent[] {
  for (const [index, { id, startsAt, endsAt }] of events.entries()) {
    if (!(endsAt > startsAt)) throw new RangeError(`event ${id} ends before it begins`);
    if (index > 0 && events[index - 1]!.startsAt > startsAt)
      throw new RangeError('events must ascend by start');
  }
  return Object.isFrozen(events) ? events : frozen(structuredClone(events));
}

/** The value, which nobody can write to any more, however deep. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
