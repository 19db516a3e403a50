import type { CandlePage } from '@botdepot/contract';
import type { CandleInterval } from './market-api.ts';

/** What a chart shows: how far back, in candles of which length. */
export const CHART_PERIODS = [
  { value: 'hour', label: '1S', long: 'eine Stunde, eine Kerze je Minute', interval: '1m', limit: 60 },
  { value: 'day', label: '1T', long: 'ein Tag, eine Kerze je Stunde', interval: '1h', limit: 24 },
  { value: 'week', label: '1W', long: 'eine Woche, eine Kerze je Stunde', interval: '1h', limit: 168 },
  { value: 'month', label: '1M', long: 'ein Monat, eine Kerze je Tag', interval: '1d', limit: 30 },
  { value: 'year', label: '1J', long: 'ein Jahr, eine Kerze je Tag', interval: '1d', limit: 365 },
] as const satisfies readonly {
  value: string;
  label: string;
  long: string;
  interval: CandleInterval;
  limit: number;
}[];

export type ChartPeriod = (typeof CHART_PERIODS)[number]['value'];

const STEP_MS: Record<CandleInterval, number> = { '1m': 60_000, '1h': 3_600_000, '1d': 86_400_000 };
/** The server may go on answering without a candle for as long after it has closed. */
const SETTLED_AFTER_MS = 6_000;
/** Candles may be repaired meanwhile. */
const LONGEST_WAIT_MS = 5 * 60_000;

/** How long the newest candles are worth showing before they are asked for again: until the running one has closed. */
export function candlesHoldFor(interval: CandleInterval, now: number): number {
  const step = STEP_MS[interval];
  return Math.min(step - ((now - SETTLED_AFTER_MS) % step), LONGEST_WAIT_MS);
}

export interface ShownCandle {
  at: number;
  open: number;
  high: number;
  low: number;
  close: number;
}

export function candlesOf(page: CandlePage): ShownCandle[] {
  return page.time.flatMap((at, index) => {
    const [open, high, low, close] = [page.open, page.high, page.low, page.close].map(
      (column) => column[index],
    );
    if (open === undefined || high === undefined || low === undefined || close === undefined) return [];
    return [{ at, open, high, low, close }];
  });
}

/** The candles in a sentence, for those who do not see the chart. Null without any. */
export function candleSummary(
  candles: readonly ShownCandle[],
  format: { price: (value: number) => string; at: (at: number) => string },
): string | null {
  const first = candles[0];
  const last = candles.at(-1);
  if (!first || !last) return null;
  const low = candles.reduce((least, candle) => Math.min(least, candle.low), first.low);
  const high = candles.reduce((most, candle) => Math.max(most, candle.high), first.high);
  return `Vom ${format.at(first.at)} bis ${format.at(last.at)}: Beginn ${format.price(first.open)}, Ende ${format.price(last.close)}, höchster Kurs ${format.price(high)}, tiefster ${format.price(low)}.`;
}
