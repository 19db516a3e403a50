import { expect, test } from 'vitest';
import { HOUR_MS } from './candles.ts';
import { symbolSpec } from './costs.ts';
import { type DrawdownState, watchDrawdown } from './drawdown-stop.ts';
import { createEngine } from './engine.ts';
import { engineStateSchema } from './engine-state.ts';
import { smartBot } from './strategies/smart-bot.ts';

const limits = { maxDrawdown: 0.08, pauseMs: 30 };

test('the drawdown stop acts at the limit, pauses and then begins at a new peak', () => {
  const state: DrawdownState = { peak: 100, peakSince: null, pausedFrom: null, pausedUntil: null };
  const acts: [time: number, equity: number, act: string, peak: number][] = [
    [1, 110, 'none', 110],
    [2, 101.3, 'none', 110],
    [3, 101.2, 'stopped', 110],
    [4, 50, 'none', 110],
    [32, 120, 'none', 110],
    [33, 90, 'resumed', 90],
    [34, 82.9, 'none', 90],
    [35, 82.8, 'stopped', 90],
  ];
  for (const [time, equity, act, peak] of acts) {
    expect([time, watchDrawdown(state, equity, time, limits), state.peak]).toEqual([time, act, peak]);
  }
  expect(state).toMatchObject({ peakSince: 33, pausedUntil: 65 });
});

test('a limit of 100 % never acts on a portfolio that is worth something', () => {
  const state: DrawdownState = { peak: 100, peakSince: null, pausedFrom: null, pausedUntil: null };
  expect(watchDrawdown(state, 1e-9, 1, { maxDrawdown: 1, pauseMs: 0 })).toBe('none');
});

test('a state from before the end of a pause was kept counts its peak from the start', () => {
  const { drawdown, ...others } = createEngine({
    strategy: smartBot,
    symbols: [symbolSpec('GOLD', 'commodities')],
    startingEquity: 1,
    baseIntervalMs: HOUR_MS,
  }).state();
  const { peakSince: _, ...old } = drawdown;
  const state = { ...others, drawdown: old };
  expect(engineStateSchema.parse(JSON.parse(JSON.stringify(state))).drawdown).toEqual({
    ...old,
    peakSince: null,
  });
});
