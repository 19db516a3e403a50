import { createEngine, HOUR_MS, smartBot, symbolSpec } from '@botdepot/trading';
import { describe, expect, it } from 'vitest';
import { describeProtection } from './protection.ts';

const LIMITS = { maxDrawdown: 0.08 };
const fresh = createEngine({
  strategy: smartBot,
  symbols: [symbolSpec('GOLD', 'commodities'), symbolSpec('SILVER', 'commodities')],
  startingEquity: 1,
  baseIntervalMs: HOUR_MS,
}).state();
const UNTIL = Date.parse('2027-01-05T20:00:00Z');
const NOW = UNTIL - 2 * HOUR_MS;

describe('the protection of a bot', () => {
  it('is ready while no limit is reached, and says how far away the one of the drawdown is', () => {
    const drawdown = { ...fresh.drawdown, peak: 1.25 };
    const protection = describeProtection({ ...fresh, drawdown }, 1.2, LIMITS, NOW);
    expect(protection).toMatchObject({ state: 'ready', cause: null, until: null, drawdownLimit: -0.08 });
    expect(protection.drawdownFraction).toBeCloseTo(-0.04, 12);
    expect(protection.drawdownSince).toBeNull();
  });

  it('says since when the drawdown counts after a pause', () => {
    const drawdown = { ...fresh.drawdown, peakSince: UNTIL };
    expect(describeProtection({ ...fresh, drawdown }, 1, LIMITS, NOW).drawdownSince).toBe(
      '2027-01-05T20:00:00.000Z',
    );
  });

  it('has no drawdown at a new high between two bars', () => {
    expect(describeProtection(fresh, 1.3, LIMITS, NOW).drawdownFraction).toBe(0);
  });

  it('pauses for the drawdown, for the loss of a day, and for the drawdown where both were reached', () => {
    const drawdown = { ...fresh.drawdown, pausedFrom: UNTIL - HOUR_MS, pausedUntil: UNTIL };
    const dailyLoss = { day: 0, openingEquity: 1, haltedUntil: UNTIL - HOUR_MS };
    expect(describeProtection({ ...fresh, drawdown }, 1, LIMITS, NOW)).toMatchObject({
      state: 'paused',
      cause: 'drawdown',
      until: '2027-01-05T20:00:00.000Z',
    });
    expect(describeProtection({ ...fresh, dailyLoss }, 1, LIMITS, NOW)).toMatchObject({
      state: 'paused',
      cause: 'daily_loss',
      until: '2027-01-05T19:00:00.000Z',
    });
    expect(describeProtection({ ...fresh, drawdown, dailyLoss }, 1, LIMITS, NOW)).toMatchObject({
      cause: 'drawdown',
    });
  });

  it('is ready again once the pause is over, also where no price has told the bot yet', () => {
    const dailyLoss = { day: 0, openingEquity: 1, haltedUntil: UNTIL };
    const drawdown = { ...fresh.drawdown, pausedFrom: UNTIL - HOUR_MS, pausedUntil: UNTIL };
    for (const limit of [{ dailyLoss }, { drawdown }]) {
      expect(describeProtection({ ...fresh, ...limit }, 1, LIMITS, UNTIL - 1)).toMatchObject({
        state: 'paused',
      });
      expect(describeProtection({ ...fresh, ...limit }, 1, LIMITS, UNTIL)).toMatchObject({
        state: 'ready',
        until: null,
      });
    }
  });

  it('is paused by the operator first, whatever the limits do, and until nobody knows when', () => {
    const pause = { pausedAt: new Date(UNTIL), reason: 'Prüfung' };
    const drawdown = { ...fresh.drawdown, pausedFrom: UNTIL - HOUR_MS, pausedUntil: UNTIL };
    const held = {
      state: 'paused',
      cause: 'operator',
      until: null,
      operator: { since: '2027-01-05T20:00:00.000Z', reason: 'Prüfung' },
    };
    expect(describeProtection(fresh, 1, LIMITS, NOW, pause)).toMatchObject(held);
    expect(describeProtection({ ...fresh, drawdown }, 1, LIMITS, NOW, pause)).toMatchObject(held);
    expect(describeProtection({ ...fresh, drawdown }, 1, LIMITS, NOW)).toMatchObject({ operator: null });
  });

  it('names what is halted by a stale price', () => {
    expect(describeProtection({ ...fresh, haltedSince: [null, UNTIL] }, 1, LIMITS, NOW).staleSymbols).toEqual(
      ['SILVER'],
    );
    expect(describeProtection(fresh, 1, LIMITS, NOW).staleSymbols).toEqual([]);
  });
});
