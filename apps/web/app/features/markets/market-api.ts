import type { CandlePage, DayRange, MarketPrice } from '@botdepot/contract';
import type { MarketType } from '@botdepot/contract/catalogue';

export type CandleInterval = CandlePage['interval'];

// Public pages do without the API client; the answers are our own server's.
export const loadPrices = (marketType?: MarketType): Promise<MarketPrice[]> =>
  load(`/api/market-prices${marketType === undefined ? '' : `?${new URLSearchParams({ marketType })}`}`);

export const loadDayRanges = (): Promise<DayRange[]> => load('/api/day-ranges');

export const loadCandles = (wanted: {
  symbol: string;
  interval: CandleInterval;
  limit: number;
}): Promise<CandlePage> =>
  load(`/api/candles?${new URLSearchParams({ ...wanted, limit: String(wanted.limit) })}`);

async function load<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}
