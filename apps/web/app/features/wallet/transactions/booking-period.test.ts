import { afterEach, expect, test } from 'vitest';
import { daysOf, exactPeriodText, readExactPeriod } from './booking-period.ts';

/** Half past midnight in Berlin on the first of March; in UTC it is still February. */
const NIGHT = Date.parse('2027-02-28T23:30:00Z');

test.each([
  ['monat', '2027-03-01', '2027-03-01'],
  ['vormonat', '2027-02-01', '2027-02-28'],
  ['quartal', '2026-12-02', '2027-03-01'],
  ['jahr', '2027-01-01', '2027-03-01'],
  ['vorjahr', '2026-01-01', '2026-12-31'],
] as const)('the period „%s“ is one of days in Berlin', (period, firstDay, lastDay) => {
  expect(daysOf(period, NIGHT)).toEqual({ firstDay, lastDay });
});

const here = process.env.TZ;
afterEach(() => {
  if (here === undefined) delete process.env.TZ;
  else process.env.TZ = here;
});

test.each(['America/New_York', 'America/Santiago', 'Pacific/Auckland'])(
  'a browser in %s, whose own clock changes in between, means the same days',
  (zone) => {
    process.env.TZ = zone;
    const day = (text: string) => Date.parse(`${text}T11:00:00Z`);
    expect(daysOf('vormonat', day('2026-11-23'))).toEqual({ firstDay: '2026-10-01', lastDay: '2026-10-31' });
    expect(daysOf('vormonat', day('2026-04-12'))).toEqual({ firstDay: '2026-03-01', lastDay: '2026-03-31' });
    expect(daysOf('quartal', day('2026-11-23'))).toEqual({ firstDay: '2026-08-26', lastDay: '2026-11-23' });
    expect(daysOf('vorjahr', day('2026-11-23'))).toEqual({ firstDay: '2025-01-01', lastDay: '2025-12-31' });
  },
);

test.each([
  [null, null, null],
  ['gestern', '2026-11-21', null],
  ['2026-13-01T00:00:00Z', '0000-01-01T00:00:00Z', null],
  ['2026-11-14T15:08:22.120Z', null, { after: '2026-11-14T15:08:22.120Z' }],
  ['2026-11-14T15:08:22.120Z', 'heute', { after: '2026-11-14T15:08:22.120Z' }],
  [null, '2026-11-21T15:08:22.120Z', { until: '2026-11-21T15:08:22.120Z' }],
])('the address „von=%s, bis=%s“ means the period %j', (after, until, period) => {
  expect(readExactPeriod(after, until)).toEqual(period);
});

test('an exact period is said in Berlin time', () => {
  const text = exactPeriodText({ after: '2026-11-14T15:08:22.120Z', until: '2026-11-21T15:08:22.120Z' });
  expect(text).toBe('14.11.2026, 16:08\u00a0Uhr bis 21.11.2026, 16:08\u00a0Uhr');
});
