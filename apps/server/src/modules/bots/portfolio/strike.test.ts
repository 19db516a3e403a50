import { fixed12FromNumber } from '@botdepot/money';
import { type Account, DAY_MS, HOUR_MS } from '@botdepot/trading';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maximumDrawdownOf, type NavSegment } from './nav-series.ts';
import { dayOf, navOf, nextStrike, type Strike } from './strike.ts';

const accountOf = (equity: number): Account => ({
  equity,
  grossRealised: equity - 1,
  unrealised: 0,
  fees: 0,
  spread: 0,
  slippage: 0,
  financing: 0,
  grossExposure: 0,
});

const START = 20_000 * DAY_MS;

function strikesOf(equities: readonly number[], demoHours: number): Strike[] {
  const strikes: Strike[] = [];
  for (const [hour, equity] of equities.entries()) {
    const phase = hour < demoHours ? 'demo' : 'live';
    const bar = { end: START + (hour + 1) * HOUR_MS, barMs: HOUR_MS, phase } as const;
    strikes.push(nextStrike(strikes.at(-1) ?? null, accountOf(equity), bar));
  }
  return strikes;
}

const deepestFall = (navs: readonly number[]): number => {
  let peak = Number.NEGATIVE_INFINITY;
  return navs.reduce((deepest, nav) => {
    peak = Math.max(peak, nav);
    return Math.min(deepest, nav / peak - 1);
  }, 0);
};

describe('a series of strikes', () => {
  const equities = fc.array(fc.double({ min: 0.2, max: 3, noNaN: true }), { minLength: 1, maxLength: 100 });

  it('knows its drawdown since the phase began, the NAV before it included', () => {
    fc.assert(
      fc.property(equities, fc.nat(40), (values, demoHours) => {
        const strikes = strikesOf(values, demoHours);
        const last = strikes.at(-1)!;
        const navs = [1, ...strikes.map(({ nav }) => Number(nav) / 1e12)];
        const since = last.phase === 'live' ? Math.min(demoHours, values.length) : 0;
        expect(last.maxDrawdown).toBeCloseTo(deepestFall(navs.slice(since)), 11);
      }),
    );
  });

  it('tells the drawdown of any stretch from the last strike of each day', () => {
    fc.assert(
      fc.property(equities, fc.nat(99), fc.nat(99), (values, a, b) => {
        const strikes = strikesOf(values, 0);
        const from = Math.min(a, b, strikes.length - 1);
        const to = Math.min(Math.max(a, b), strikes.length - 1);
        const stretch = strikes.slice(from + 1, to + 1);
        // As the store reads them: the rest of the first day by strikes, later days by their last strike.
        const firstDay = dayOf(strikes[from]!.at + 1);
        const segments: NavSegment[] = stretch.flatMap((strike, index) => {
          const at = new Date(strike.at);
          if (dayOf(strike.at) === firstDay) return [{ at, peak: strike.nav, low: strike.nav, drawdown: 0 }];
          const next = stretch[index + 1];
          if (next && dayOf(next.at) === dayOf(strike.at)) return [];
          return [{ at, peak: strike.dayPeak, low: strike.dayLow, drawdown: strike.dayDrawdown }];
        });
        const navs = strikes.slice(from, to + 1).map(({ nav }) => Number(nav));
        const found = maximumDrawdownOf(strikes[from]!.nav, segments, strikes[to]!.nav);
        expect(found).toBeCloseTo(deepestFall(navs), 11);
      }),
    );
  });

  it('counts a strike at midnight to the day that has just ended', () => {
    expect(dayOf(START)).toBe(19_999);
    expect(dayOf(START + 1)).toBe(20_000);
  });

  it('never strikes below zero, and its figures add up to that', () => {
    const [used] = strikesOf([-0.25], 0);
    expect(used).toMatchObject({ nav: 0n, maxDrawdown: -1, figures: { realised: -1 } });
    expect(navOf(0.123)).toBe(fixed12FromNumber(0.123));
    expect(() => navOf(Number.NaN)).toThrow(RangeError);
  });
});
