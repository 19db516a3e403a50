import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BOT_TYPES, type ReportSummary } from '@botdepot/contract';
import { DAY_MS } from '@botdepot/trading';
import { expect, it } from 'vitest';
import { usualRangeOf } from './usual-range.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
const after = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
const summaries: ReportSummary[] = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@botdepot/contract/reports/summary.json')), 'utf8'),
);

it.each(BOT_TYPES)('after 30 days it is the band that the report of the %s shows', (botType) => {
  const shown = summaries.find((one) => one.botType === botType && one.period === 'publication')?.thirtyDays;
  const range = usualRangeOf(botType, after(30.9), NOW);
  expect(range).toMatchObject({ days: 30, windows: shown?.count, independent: shown?.independent });
  expect(range?.low).toBeCloseTo(shown?.low ?? Number.NaN, 4);
  expect(range?.high).toBeCloseTo(shown?.high ?? Number.NaN, 4);
  const { veryLow = 0, low = 0, high = 0, veryHigh = 0 } = range ?? {};
  expect([low - veryLow, veryHigh - high].every((gap) => gap > 0)).toBe(true);
});

it('is unknown before the first day has passed, and after more days than the backtest has', () => {
  expect(usualRangeOf('smartbot', after(0.99), NOW)).toBeNull();
  expect(usualRangeOf('smartbot', after(1), NOW)).toMatchObject({ days: 1 });
  expect(usualRangeOf('smartbot', after(1711), NOW)).toMatchObject({ windows: 2, independent: 1 });
  expect(usualRangeOf('smartbot', after(1713), NOW)).toBeNull();
});
