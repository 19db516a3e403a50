import { expect, test } from 'vitest';
import { HOURLY_VOLATILITY, WEEKEND_GAP } from './calibration.ts';
import { dayPlan } from './day-plan.ts';
import { SIMULATED_SYMBOLS, SYMBOL_COUNT, symbolIndex } from './symbols.ts';
import { tradingDayOf, tradingDayStart } from './trading-day.ts';

const dayAt = (text: string): number => tradingDayOf(Date.parse(`${text}T12:00:00Z`));

test.each(['2026-01-10', '2026-03-07', '2026-07-11', '2026-10-31'])(
  'in the week from %s every symbol realises the variance of its trading days',
  (saturday) => {
    const first = dayAt(saturday);
    SIMULATED_SYMBOLS.forEach((symbol, i) => {
      let sum = 0;
      for (let day = first; day < first + 7; day++) sum += dayPlan(day).total[i]!;
      expect(sum, symbol.symbol).toBeCloseTo(symbol.category === 'crypto' ? 7 : 5, 12);
    });
  },
);

test.each(['2026-01-14', '2026-07-15'])(
  'on %s open hours follow the profile and closed ones have no variance',
  (date) => {
    const day = dayAt(date);
    const plan = dayPlan(day);
    const firstUtcHour = (tradingDayStart(day) / 3_600_000) % 24;
    SIMULATED_SYMBOLS.forEach((symbol, i) => {
      const profile = HOURLY_VOLATILITY[symbol.profile];
      const noon = plan.deviation[((36 - firstUtcHour) % 24) * SYMBOL_COUNT + i]! / profile[12]!;
      for (let hour = 0; hour < plan.hours; hour++) {
        const wanted = hour < (symbol.opensAfterHours ?? 0) ? 0 : noon * profile[(firstUtcHour + hour) % 24]!;
        expect(plan.deviation[hour * SYMBOL_COUNT + i]).toBeCloseTo(wanted, 12);
      }
    });
  },
);

test('the weekend gap belongs to the first open hour of Monday and is fed by the weekend’s shadow', () => {
  const monday = dayAt('2026-01-12');
  for (const name of ['EUR/USD', 'SPX500', 'DAX40', 'GOLD', 'BRENT']) {
    const i = symbolIndex(name);
    const gap = WEEKEND_GAP[SIMULATED_SYMBOLS[i]!.profile] ** 2;
    const plan = dayPlan(monday);
    const first = SIMULATED_SYMBOLS[i]!.opensAfterHours!;
    expect(plan.elapsed[first * SYMBOL_COUNT + i]).toBeCloseTo(gap, 12);
    expect(dayPlan(monday + 1).elapsed[first * SYMBOL_COUNT + i]).toBe(0);
    let shadow = 0;
    for (const day of [monday - 2, monday - 1]) {
      const weekend = dayPlan(day);
      expect(weekend.total[i]).toBe(0);
      for (let at = i; at < weekend.shadow.length; at += SYMBOL_COUNT) shadow += weekend.shadow[at]! ** 2;
    }
    expect(shadow).toBeCloseTo(gap, 12);
  }
});
