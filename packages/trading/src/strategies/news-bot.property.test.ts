import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../candles.ts';
import { createEngine, type Engine } from '../engine.ts';
import type { Fill } from '../fill.ts';
import type { Decision } from '../step-report.ts';
import type { TradingEvent } from '../strategy.ts';
import { MONDAY, randomMarket, type Step, seededRandom, stepsOf } from '../testing/random-market.ts';
import { newsBot } from './news-bot.ts';

/** Bars of 20 minutes over twelve days, so that hours are put together from several bars and some bars are missing. */
const BASE_MS = HOUR_MS / 3;
const BARS = (12 * DAY_MS) / BASE_MS;

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const runs = { numRuns: 25 };
/** Tight protections, so that pauses are part of what is compared. */
const parameters = { maxDrawdown: 0.02, pauseDays: 1, maxDailyLoss: 0.01 };

/** One or two windows on most days, of 3 to 9 hours, beginning at any quarter of an hour. Some overlap. */
function randomEvents(seed: number): TradingEvent[] {
  const random = seededRandom(seed ^ 0x2545f491);
  const events: TradingEvent[] = [];
  for (let day = 0; day < 12; day++) {
    for (let count = Math.floor(random() * 3); count > 0; count--) {
      const startsAt = MONDAY + day * DAY_MS + Math.floor(random() * 64) * (HOUR_MS / 4);
      const endsAt = startsAt + (12 + Math.floor(random() * 24)) * (HOUR_MS / 4);
      events.push({ id: `${day}-${count}`, name: 'Test', startsAt, endsAt });
    }
  }
  return events.sort((a, b) => a.startsAt - b.startsAt);
}

type Trace = { equity: number[]; fills: Fill[]; decisions: Decision[] };
const newTrace = (): Trace => ({ equity: [], fills: [], decisions: [] });

function engineFor(seed: number, events: readonly TradingEvent[], state?: unknown): Engine<unknown> {
  return createEngine({
    strategy: newsBot,
    parameters,
    symbols: randomMarket(seed, BASE_MS, 0).specs,
    startingEquity: 1,
    baseIntervalMs: BASE_MS,
    events,
    ...(state === undefined ? {} : { state }),
  });
}

function feed(engine: Engine<unknown>, steps: readonly Step[], trace = newTrace()): Trace {
  for (const { time, bars } of steps) {
    const report = engine.step(time, bars);
    trace.equity.push(engine.equity());
    trace.fills.push(...report.fills);
    if (report.decision) trace.decisions.push(report.decision);
  }
  return trace;
}

test('a run on any prefix decides as the full run does', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: BARS }), (seed, length) => {
      const steps = stepsOf(randomMarket(seed, BASE_MS, BARS).candles);
      const full = feed(engineFor(seed, randomEvents(seed)), steps);
      const prefix = feed(engineFor(seed, randomEvents(seed)), steps.slice(0, length));
      expect(prefix.equity).toEqual(full.equity.slice(0, length));
      expect(prefix.decisions).toEqual(full.decisions.slice(0, prefix.decisions.length));
      expect(prefix.fills).toEqual(full.fills.slice(0, prefix.fills.length));
    }),
    runs,
  );
});

test('scrambling future prices leaves the earlier equity and decisions identical', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: BARS - 1 }), (seed, cut) => {
      const from = MONDAY + cut * BASE_MS;
      const [real, scrambled] = [undefined, from].map((scrambleFrom) => {
        const steps = stepsOf(randomMarket(seed, BASE_MS, BARS, scrambleFrom).candles);
        return feed(
          engineFor(seed, randomEvents(seed)),
          steps.filter(({ time }) => time < from),
        );
      });
      expect(scrambled).toEqual(real);
    }),
    runs,
  );
});

test('a run that is stopped anywhere, within a window too, and continued from its JSON state is bit-identical', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: BARS - 1 }), (seed, cut) => {
      const { candles, specs } = randomMarket(seed, BASE_MS, BARS);
      const steps = stepsOf(candles);
      const events = randomEvents(seed);
      const whole = feed(engineFor(seed, events), steps);
      const first = engineFor(seed, events);
      const trace = feed(first, steps.slice(0, cut));
      const second = engineFor(seed, events, JSON.parse(JSON.stringify(first.state())));
      second.warm(
        specs.map(({ symbol }, index) => ({ symbol, intervalMs: BASE_MS, candles: candles[index]! })),
      );
      feed(second, steps.slice(cut), trace);
      expect(trace).toEqual(whole);
    }),
    runs,
  );
});

test('calendar entries change nothing before they begin, whenever they are entered', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: BARS - 1 }), (seed, cut) => {
      const from = MONDAY + cut * BASE_MS;
      const steps = stepsOf(randomMarket(seed, BASE_MS, BARS).candles);
      const early = steps.filter(({ time }) => time < from);
      const all = randomEvents(seed);
      const begun = all.filter(({ startsAt }) => startsAt < from);
      const withAll = feed(engineFor(seed, all), steps);
      const later = engineFor(seed, begun);
      const trace = feed(later, early);
      expect(trace.equity).toEqual(withAll.equity.slice(0, early.length));
      expect(trace.fills).toEqual(withAll.fills.slice(0, trace.fills.length));
      // Entered now, before they begin: the rest of the run is the same as if they had been known from the start.
      later.setEvents(all);
      expect(feed(later, steps.slice(early.length), trace)).toEqual(withAll);
    }),
    runs,
  );
});

test('nothing is held outside the windows while bars arrive, one entry per market and window, and risk is bounded', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(seeds, (seed) => {
      const events = randomEvents(seed);
      const { fills, decisions } = feed(
        engineFor(seed, events),
        stepsOf(randomMarket(seed, BASE_MS, BARS).candles),
      );
      const entered = new Set<string>();
      for (const { reason, time, symbol } of fills) {
        seen.add(reason);
        if (reason !== 'entry') continue;
        const event = events.find(({ startsAt, endsAt }) => time > startsAt && time < endsAt);
        expect(event, `${symbol} at ${time}`).toBeDefined();
        // Where windows overlap, the market may have its entry in each.
        const overlaps = events.some(
          (other) => other !== event && other.startsAt <= time && time < other.endsAt,
        );
        if (overlaps) continue;
        expect(entered.has(`${symbol} ${event!.id}`)).toBe(false);
        entered.add(`${symbol} ${event!.id}`);
      }
      for (const { figures, symbols } of decisions) {
        expect(figures.plannedRisk).toBeLessThanOrEqual(0.03 + 1e-12);
        const gross = symbols.reduce(
          (sum, { weightAfter, weightBefore }) => sum + Math.abs(weightAfter - weightBefore),
          0,
        );
        expect(gross).toBeLessThanOrEqual(5);
        for (const { reason } of symbols) seen.add(reason);
      }
    }),
    runs,
  );
  expect([...seen]).toEqual(
    expect.arrayContaining(['breakout-up', 'breakout-down', 'stop', 'scheduled-close', 'holding']),
  );
});
