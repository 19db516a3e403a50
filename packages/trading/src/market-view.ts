import type { PaperBroker } from './broker.ts';
import type { ExchangeHours } from './calendar/exchange-hours.ts';
import { nextSessionEnd } from './calendar/short-days.ts';
import { type Candles, calendarCloses } from './candles.ts';
import type { SymbolSpec } from './costs.ts';
import type { DecisionBars } from './decision-bars.ts';
import type { MarketView, Signals, TradingEvent } from './strategy.ts';

/** What the view of one engine shows changes, while the strategy keeps the same object. */
export class MovingView {
  readonly view: MarketView;
  /** End of the newest complete decision bar, ms UTC. */
  end = 0;
  events: readonly TradingEvent[];
  /** By symbol index: the exchange that its prices come from; null or none for the sessions of its category. */
  exchanges: readonly (ExchangeHours | null)[] = [];

  /** @throws RangeError for events out of order. */
  constructor(shown: Shown) {
    this.events = checkedEvents(shown.events);
    this.view = Object.freeze(new View(this, shown));
  }
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

/** Whatever a strategy writes to what it is shown, the engine's own is not changed. Of a class, since getters of its own would make every view another shape. */
class View implements MarketView {
  readonly symbols: readonly SymbolSpec[];
  readonly isDescribed: boolean;
  readonly signals?: Signals;
  readonly #moving: MovingView;
  readonly #shown: Shown;
  readonly #windows: readonly CandleWindow[];

  constructor(moving: MovingView, shown: Shown) {
    this.symbols = frozen(structuredClone(shown.symbols));
    this.isDescribed = shown.isDescribed;
    if (shown.bars.signals !== null) this.signals = shown.bars.signals;
    this.#moving = moving;
    this.#shown = shown;
    this.#windows = shown.symbols.map(() => new CandleWindow(shown.lookBack));
  }

  get end(): number {
    return this.#moving.end;
  }

  get events(): readonly TradingEvent[] {
    return this.#moving.events;
  }

  candles(index: number): Candles {
    return this.#windows[index]!.show(this.#shown.bars.candles(index));
  }

  hasNewBar(index: number): boolean {
    return this.#shown.bars.fresh[index] === 1;
  }

  closes(index: number, into: Float64Array): void {
    const { bars, intervalMs } = this.#shown;
    calendarCloses(bars.candles(index), this.end, intervalMs, into);
  }

  price(index: number): number {
    return this.#shown.broker.prices[index]!;
  }

  lastBarEnd(index: number): number {
    return this.#shown.broker.barEnds[index]!;
  }

  sessionEnd(index: number, timeMs: number): number {
    return nextSessionEnd(this.symbols[index]!.category, timeMs, this.#moving.exchanges[index]);
  }
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
