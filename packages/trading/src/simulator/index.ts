/**
 * The market simulator: 20 correlated markets with fat tails, volatility clusters, sessions and weekends, without drift
 * or planted trend. Every price is a function of (seed, time). Model: docstrings of `day-shocks.ts` (days),
 * `day-plan.ts` (hours and gaps), `day-news.ts` (hours of news, jumps), `brownian-field.ts` (minutes and ticks), `clipped-martingale.ts` (no drift);
 * figures: `calibration.ts`.
 */

export type { CandleInterval } from './candle-history.ts';
export type { EventWindow } from './event-noise.ts';
export { isOpen } from './sessions.ts';
export { createSimulator, type Simulator, type SimulatorOptions } from './simulator.ts';
export { SIMULATED_SYMBOLS, symbolIndex } from './symbols.ts';
