import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { reportSummaries } from '@botdepot/contract';
import { SIGN_UP_BOT_TYPES } from '@botdepot/contract/catalogue';
import { expect, test } from 'vitest';
import { outcomes } from './outcomes.ts';

const SUMMARY = fileURLToPath(import.meta.resolve('@botdepot/contract/reports/summary.json'));
const summaries = reportSummaries.parse(JSON.parse(readFileSync(SUMMARY, 'utf8')));

test.each(SIGN_UP_BOT_TYPES)(
  '30 days of %s on the landing page are those of its published report',
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

test('a longer stretch is wider than a shorter one', () => {
  for (const stretches of Object.values(outcomes().bots))
    for (const [at, { low, median, high }] of stretches.entries()) {
      expect(low).toBeLessThan(median);
      expect(median).toBeLessThan(high);
      expect(high - low).toBeGreaterThan(at === 0 ? 0 : widthOf(stretches[at - 1]));
    }
});

const widthOf = ({ low = 0, high = 0 }: { low?: number; high?: number } = {}) => high - low;
