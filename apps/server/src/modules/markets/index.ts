export type { ClosedMinute } from './complete-candles.ts';
export { createPriceSource, createProviders } from './create-price-source.ts';
export { ImportRefusal, importCandles, listCandleStock } from './import-candles.ts';
export { exchangeOf } from './live/sessions.ts';
export { readCandles, readNewestCandles } from './market-candles.ts';
export {
  createMarketFeed,
  createTickRequest,
  type FeedTick,
  LATEST_CLOSE_MS,
  type MarketFeed,
  type MinuteListener,
  type TickListener,
} from './market-feed.ts';
export { listPrices, type MarketTick, readLastUpdate, readLatestPrices } from './market-prices.ts';
export { readSourcesInForce } from './market-sources.store.ts';
export { marketsRouter } from './markets.router.ts';
export {
  daysOf,
  hasPracticeMarket,
  PRACTICE_MARKET,
  readPracticeCandles,
  writePracticeMarket,
} from './practice-market.ts';
export type { CandleInterval, PriceSource, PriceSourceName, Quote } from './price-source.ts';
export { isStale } from './price-source.ts';
export { createSimulatedSource, ensureSimulation, type Simulation } from './simulated-source.ts';
export type { BotNavs } from './tick-message.ts';
