import type { PaperBroker } from './broker.ts';
import type { ExchangeHours } from './calendar/exchange-hours.ts';
import { nextSessionEnd } from './calendar/short-days.ts';
import type { CandleAggregator } from './candle-aggregator.ts';
import { calendarCloses } from './candles.ts';
import type { SymbolSpec } from './costs.ts';
import type { BarObserver, MarketView, TradingEvent } from './strategy.ts';

/** The view of one engine: its end, events and exchanges change while the strategy keeps the same object. */
export type MovingView = MarketView & {
  end: number;
  events: readonly TradingEvent[];
  /** By symbol index: the exchange that its prices come from; null or none for the sessions of its category. */
  exchanges: readonly (ExchangeHours | null)[];
};

/** @throws RangeError for events out of order. */
export function createView(
  symbols: readonly SymbolSpec[],
  events: readonly TradingEvent[],
  intervalMs: number,
  broker: PaperBroker,
  aggregators: readonly CandleAggregator[],
  observer: BarObserver | null,
): MovingView {
  const view: MovingView = {
    end: 0,
    events: checkedEvents(events),
    exchanges: [],
    symbols,
    candles: (index) => aggregators[index]!.candles,
    closes: (index, into) => calendarCloses(aggregators[index]!.candles, view.end, intervalMs, into),
    price: (index) => broker.prices[index]!,
    lastBarEnd: (index) => broker.barEnds[index]!,
    sessionEnd: (index, timeMs) => nextSessionEnd(symbols[index]!.category, timeMs, view.exchanges[index]),
    ...(observer === null ? {} : { observer }),
  };
  return view;
}

/** @throws RangeError unless events ascend by start and each ends after it begins. */
export function checkedEvents(events: readonly TradingEvent[]): readonly TradingEvent[] {
  for (const [index, { id, startsAt, endsAt }] of events.entries()) {
    if (!(endsAt > startsAt)) throw new RangeError(`event ${id} ends before it begins`);
    if (index > 0 && events[index - 1]!.startsAt > startsAt)
      throw new RangeError('events must ascend by start');
  }
  return events;
}
