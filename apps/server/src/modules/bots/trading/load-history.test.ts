// What recursive values of a rule are after a gap, and after prices come from elsewhere.
import {
  CandleSeries,
  compileRule,
  HOUR_MS,
  MINUTE_MS,
  parseRule,
  ruleHashOf,
  type Strategy,
  type WarmHistory,
} from '@botdepot/trading';
import { expect, it } from 'vitest';
import { bridgedState, type EngineSetup, freshEngine, restoredEngine } from './load-history.ts';

const SYMBOL = 'BTC/USD';
const START = Date.UTC(2026, 0, 5);
const HOURS = 500;
const { rule } = parseRule({
  ruleVersion: 1,
  symbols: [SYMBOL],
  interval: '1h',
  side: 'long',
  entryLong: {
    is: 'above',
    left: { kind: 'price', field: 'close' },
    right: { kind: 'indicator', indicator: 'ema', bars: 50, factor: 1.01 },
  },
  maxBars: 500,
  sizing: { by: 'share', percent: 50 },
});
if (rule === null) throw new Error('it is a rule');
const strategy = compileRule(rule, ruleHashOf(rule)) as Strategy<unknown>;
const setupOf = (barMs: number): EngineSetup => ({ strategy, parameters: {}, symbols: [SYMBOL], barMs });

const barAt = (price: number) => ({ open: price, high: price, low: price, close: price, volume: 1 });

/** @param priceOf the price of the hour or minute with this number. */
function history(
  intervalMs: number,
  from: number,
  count: number,
  priceOf: (at: number) => number,
): WarmHistory {
  const candles = new CandleSeries();
  for (let at = 0; at < count; at++) candles.append(from + at * intervalMs, barAt(priceOf(at)));
  return { symbol: SYMBOL, intervalMs, candles };
}

const carriedBy = (engine: ReturnType<typeof freshEngine>) => engine.state().observed;

it('begins anew where prices come from elsewhere: nothing is bought since the old ones were lower', () => {
  const setup = setupOf(HOUR_MS);
  const engine = freshEngine(setup, [history(HOUR_MS, START, HOURS, () => 60_000)]);
  engine.step(START + HOURS * HOUR_MS, [barAt(60_000)]);
  const until = START + (HOURS + 1) * HOUR_MS;
  const ofOthers = [history(HOUR_MS, START, HOURS + 1, () => 95_000)];
  const goesOn = restoredEngine(setup, ofOthers, bridgedState(engine.state(), setup, ofOthers, until, true));
  const { decision } = goesOn.step(until, [barAt(95_000)]);
  expect(decision?.symbols.map(({ action }) => action) ?? []).not.toContain('enter');
  expect(carriedBy(goesOn)[0]?.[1]).toBeCloseTo(95_000, 6);
});

it('knows the bars of a gap: as an engine that begins there', () => {
  const setup = setupOf(HOUR_MS);
  const engine = freshEngine(setup, [history(HOUR_MS, START, HOURS, () => 60_000)]);
  engine.step(START + HOURS * HOUR_MS, [barAt(60_000)]);
  const until = START + (HOURS + 31) * HOUR_MS;
  const meanwhile = [history(HOUR_MS, START, HOURS + 31, (hour) => (hour <= HOURS ? 60_000 : 66_000))];
  const goesOn = restoredEngine(
    setup,
    meanwhile,
    bridgedState(engine.state(), setup, meanwhile, until, false),
  );
  const begins = freshEngine(setup, meanwhile);
  for (const one of [goesOn, begins]) one.step(until, [barAt(66_000)]);
  expect(carriedBy(goesOn)).toEqual(carriedBy(begins));
});

it('goes on bit for bit over minutes in which no bar of the rule ended', () => {
  const setup = setupOf(MINUTE_MS);
  const hours = history(HOUR_MS, START, HOURS, (hour) => 60_000 + 137 * (hour % 11));
  const from = START + HOURS * HOUR_MS;
  const priceOf = (minute: number) => 60_000 + 31 * ((minute * 7) % 13);
  // Fewer hours than before: worked out of the history, the value would be another one in its last bits.
  const known = history(
    HOUR_MS,
    START + 300 * HOUR_MS,
    HOURS - 300,
    (hour) => 60_000 + 137 * ((hour + 300) % 11),
  );
  const [watches, misses] = [freshEngine(setup, [hours]), freshEngine(setup, [hours])];
  const step = (engine: typeof watches, minutes: number[]) => {
    for (const minute of minutes) engine.step(from + minute * MINUTE_MS, [barAt(priceOf(minute))]);
  };
  const minutes = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at);
  step(watches, minutes(0, 60));
  step(misses, minutes(0, 19));
  const seen = [known, history(MINUTE_MS, from, 30, priceOf)];
  const until = from + 30 * MINUTE_MS;
  const goesOn = restoredEngine(setup, seen, bridgedState(misses.state(), setup, seen, until, false));
  step(goesOn, minutes(30, 60));
  expect(carriedBy(goesOn)).toEqual(carriedBy(watches));
});
