import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { reportSummaries } from '@botdepot/contract';
import { BOT_TYPES, SIGN_UP_BOT_TYPES } from '@botdepot/contract/catalogue';
import { expect, test } from 'vitest';
import { outcomes } from './outcomes.ts';

const SUMMARY = fileURLToPath(import.meta.resolve('@botdepot/contract/reports/summary.json'));
const summaries = reportSummaries.parse(JSON.parse(readFileSync(SUMMARY, 'utf8')));

test.each(BOT_TYPES)(
  '30 days of %s on the landing page and on its card are those of its published report',
  (type) => {
    const { firstDay, lastDay, bots } = outcomes();
    const report = summaries.find((one) => one.botType === type && one.period === 'publication');
    expect({ firstDay, lastDay }).toEqual({
      firstDay: report?.provenance.firstDay,
      lastDay: report?.provenance.lastDay,
    });
    const month = bots[type].find(({ days }) => days === 30);
    for (const key of ['low', 'median', 'high'] as const)
      expect(month?.[key]).toBeCloseTo(report?.thirtyDays?.[key] ?? Number.NaN, 4);
  },
);

test('of the bots that the landing page shows, a longer stretch is wider than a shorter one', () => {
  const { bots } = outcomes();
  for (const type of SIGN_UP_BOT_TYPES)
    for (const [at, { low, median, high }] of bots[type].entries()) {
      expect(low).toBeLessThan(median);
      expect(median).toBeLessThan(high);
      expect(high - low).toBeGreaterThan(at === 0 ? 0 : widthOf(bots[type][at - 1]));
    }
});

const widthOf = ({ low = 0, high = 0 }: { low?: number; high?: number } = {}) => high - low;
