import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../candles.ts';
import { berlinWallTime } from './berlin-time.ts';
import { addDays, weekdayOfDate } from './dates.ts';
import { FOMC_DATES, fomcDates } from './fomc-meetings.ts';
import { isShortDay, nextSessionEnd } from './short-days.ts';
import { calendarEvents, eveningWindow, SPECIFICATION_EVENT } from './trading-calendar.ts';
import { PAYROLL_EXCEPTIONS, payrollDateByRule, payrollDates } from './us-payrolls.ts';

/**
 * Release dates as they were. Published by the BLS and seen in its own pages: November 2021 to December 2022 (its
 * schedule of releases), 2025 (its release calendar), October and November 2013 (its notes on the shutdown), September
 * 2020 and December 2018; 2026 from a forecaster's calendar and the press. All others are from memory.
 */
const RELEASES: Readonly<Record<number, string>> = {
  2013: '01-04 02-01 03-08 04-05 05-03 06-07 07-05 08-02 09-06 10-22 11-08 12-06',
  2014: '01-10 02-07 03-07 04-04 05-02 06-06 07-03 08-01 09-05 10-03 11-07 12-05',
  2015: '01-09 02-06 03-06 04-03 05-08 06-05 07-02 08-07 09-04 10-02 11-06 12-04',
  2016: '01-08 02-05 03-04 04-01 05-06 06-03 07-08 08-05 09-02 10-07 11-04 12-02',
  2017: '01-06 02-03 03-10 04-07 05-05 06-02 07-07 08-04 09-01 10-06 11-03 12-08',
  2018: '01-05 02-02 03-09 04-06 05-04 06-01 07-06 08-03 09-07 10-05 11-02 12-07',
  2019: '01-04 02-01 03-08 04-05 05-03 06-07 07-05 08-02 09-06 10-04 11-01 12-06',
  2020: '01-10 02-07 03-06 04-03 05-08 06-05 07-02 08-07 09-04 10-02 11-06 12-04',
  2021: '01-08 02-05 03-05 04-02 05-07 06-04 07-02 08-06 09-03 10-08 11-05 12-03',
  2022: '01-07 02-04 03-04 04-01 05-06 06-03 07-08 08-05 09-02 10-07 11-04 12-02',
  2023: '01-06 02-03 03-10 04-07 05-05 06-02 07-07 08-04 09-01 10-06 11-03 12-08',
  2024: '01-05 02-02 03-08 04-05 05-03 06-07 07-05 08-02 09-06 10-04 11-01 12-06',
  2025: '01-10 02-07 03-07 04-04 05-02 06-06 07-03 08-01 09-05 11-20 12-16',
  2026: '01-09 02-11 03-06 04-03 05-08 06-05 07-02 08-07 09-04 10-02 11-06 12-04',
};

describe('US payrolls', () => {
  test.each(Object.entries(RELEASES))(
    'of %s were released on the days that rule and exceptions give',
    (year, days) => {
      const known = days.split(' ').map((day) => `${year}-${day}`);
      expect(payrollDates(`${year}-01-01`, `${year}-12-31`)).toEqual(known);
    },
  );

  test('follow the rule alone but for lapses in funding', () => {
    const off = Object.entries(RELEASES).flatMap(([year, days]) =>
      days
        .split(' ')
        .map((day) => `${year}-${day}`)
        .filter((date) => !byRule(date)),
    );
    expect(off).toEqual(Object.values(PAYROLL_EXCEPTIONS).filter((date) => date !== null && !byRule(date)));
  });

  const byRule = (date: string): boolean => {
    const month = Number(date.slice(5, 7));
    const year = Number(date.slice(0, 4));
    return payrollDateByRule(month === 1 ? year - 1 : year, month === 1 ? 12 : month - 1) === date;
  };

  test('are not always on the first Friday', () => {
    expect(payrollDateByRule(2023, 2)).toBe('2023-03-10');
    expect(payrollDateByRule(2014, 6)).toBe('2014-07-03');
    expect(payrollDateByRule(2019, 12)).toBe('2020-01-10');
  });

  test('are found in any range, ends included', () => {
    expect(payrollDates('2026-12-04', '2026-12-04')).toEqual(['2026-12-04']);
    expect(payrollDates('2026-12-05', '2027-01-07')).toEqual([]);
    expect(payrollDates('2025-12-01', '2025-12-31')).toEqual(['2025-12-16']);
  });
});

describe('decisions of the Federal Reserve', () => {
  test('are eight a year on Wednesdays or Thursdays, but seven in 2020', () => {
    for (let year = 2013; year <= 2027; year++) {
      const dates = fomcDates(`${year}-01-01`, `${year}-12-31`);
      expect(dates, String(year)).toHaveLength(year === 2020 ? 7 : 8);
      for (const date of dates) expect([3, 4], date).toContain(weekdayOfDate(date));
    }
    expect(FOMC_DATES).not.toContain('2020-03-18');
  });

  test('ascend, four to nine weeks apart', () => {
    for (let at = 1; at < FOMC_DATES.length; at++) {
      const days = (Date.parse(FOMC_DATES[at]!) - Date.parse(FOMC_DATES[at - 1]!)) / DAY_MS;
      expect(days, FOMC_DATES[at]!).toBeGreaterThanOrEqual(28);
      expect(days, FOMC_DATES[at]!).toBeLessThanOrEqual(FOMC_DATES[at] === '2020-04-29' ? 91 : 63);
    }
  });
});

describe('the calendar', () => {
  test('has the window of the specification, and makes it by rule as well', () => {
    expect(SPECIFICATION_EVENT).toMatchObject({
      startsAt: Date.parse('2025-08-01T15:00:00Z'),
      endsAt: Date.parse('2025-08-01T20:00:00Z'),
    });
    const [made] = calendarEvents('2025-08-01', '2025-08-01');
    expect(made).toEqual({ ...SPECIFICATION_EVENT, id: 'payrolls-2025-08-01' });
  });

  test('opens at 17:00 and closes at 22:00 in Berlin on every day, also when the clocks change', () => {
    for (let day = 0; day < 366; day++) {
      const { startsAt, endsAt } = eveningWindow(addDays('2026-01-01', day));
      expect(berlinWallTime(startsAt)).toMatchObject({ hour: 17, minute: 0 });
      expect(berlinWallTime(endsAt)).toMatchObject({ hour: 22, minute: 0 });
      expect(endsAt - startsAt).toBe(5 * HOUR_MS);
    }
  });

  test('is the same from whatever range it is asked for, ascending and without doubles', () => {
    const all = calendarEvents('2013-01-01', '2027-12-31');
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.map(({ startsAt }) => startsAt)).toEqual(
      all.map(({ startsAt }) => startsAt).toSorted((a, b) => a - b),
    );
    for (let from = '2013-01-01'; from < '2027-12-01'; from = addDays(from, 43)) {
      const until = addDays(from, 120);
      const expected = all.filter(({ id }) => id.slice(-10) >= from && id.slice(-10) <= until);
      expect(calendarEvents(from, until).filter(({ id }) => id.slice(-10) <= '2027-12-31')).toEqual(expected);
    }
  });
});

describe('the calendar of sessions', () => {
  test.each([
    ['2014-07-03', true],
    ['2015-07-02', false],
    ['2015-07-03', true],
    ['2021-06-18', false],
    ['2022-06-20', true],
    ['2025-07-03', true],
    ['2025-11-28', true],
    ['2026-07-02', false],
    ['2026-12-24', true],
    ['2026-12-04', false],
  ])('says of %s whether it is a short day: %s', (date, short) => {
    expect(isShortDay(date)).toBe(short);
  });

  const evening = (date: string) => eveningWindow(date);

  test('closes indices and metals at 13:00 New York on a short day, forex on Friday evening', () => {
    const { startsAt } = evening('2025-07-03');
    expect(new Date(nextSessionEnd('indices', startsAt)).toISOString()).toBe('2025-07-03T17:00:00.000Z');
    expect(new Date(nextSessionEnd('commodities', startsAt)).toISOString()).toBe('2025-07-03T17:00:00.000Z');
    expect(new Date(nextSessionEnd('forex', startsAt)).toISOString()).toBe('2025-07-04T21:00:00.000Z');
    expect(nextSessionEnd('crypto', startsAt)).toBe(Number.POSITIVE_INFINITY);
  });

  test('keeps every market open to the end of every window made by rule but for the half-days of July', () => {
    const short = calendarEvents('2013-01-01', '2027-12-31').filter(
      ({ startsAt, endsAt }) => nextSessionEnd('indices', startsAt) < endsAt,
    );
    expect(short.map(({ id }) => id)).toEqual(['payrolls-2014-07-03', 'payrolls-2025-07-03']);
  });

  test('has a closed market close at once', () => {
    const saturday = Date.parse('2026-12-05T12:00:00Z');
    expect(nextSessionEnd('forex', saturday)).toBe(saturday);
  });

  test.each([
    ['2026-12-04T16:00:00Z', '2026-12-04T21:00:00Z', 'in winter'],
    ['2026-07-17T19:59:59.999Z', '2026-07-17T20:00:00Z', 'in summer, to its last moment'],
    ['2026-03-18T16:00:00Z', '2026-03-18T20:00:00Z', 'when its clock has been changed and Berlin’s has not'],
    ['2025-07-03T15:00:00Z', '2025-07-03T17:00:00Z', 'on a half-day'],
    ['2025-07-03T18:00:00Z', '2025-07-03T18:00:00Z', 'on a half-day that is over'],
    ['2026-12-04T14:29:00Z', '2026-12-04T14:29:00Z', 'before it opens'],
    ['2026-12-05T16:00:00Z', '2026-12-05T16:00:00Z', 'on a Saturday'],
  ])('has the hours of New York’s exchange where it comes from there: at %s until %s, %s', (time, end) => {
    const exchange = { zone: 'America/New_York', opens: '09:30', closes: '16:00' };
    expect(nextSessionEnd('indices', Date.parse(time), exchange)).toBe(Date.parse(end));
  });

  test('has half-days of New York’s exchanges in New York only', () => {
    const frankfurt = { zone: 'Europe/Berlin', opens: '09:00', closes: '17:30' };
    const noon = Date.parse('2025-07-03T10:00:00Z');
    expect(nextSessionEnd('indices', noon, frankfurt)).toBe(Date.parse('2025-07-03T15:30:00Z'));
  });

  test.each([
    ['2026-07-15T02:29:30Z', '2026-07-15T02:30:00Z'],
    ['2026-07-15T03:30:00Z', '2026-07-15T06:30:00Z'],
    // Closed: at noon and in the evening.
    ['2026-07-15T02:30:00Z', '2026-07-15T02:30:00Z'],
    ['2026-07-15T06:30:00Z', '2026-07-15T06:30:00Z'],
  ])('in Tokyo, where trading rests at noon, from %s ends at %s', (time, end) => {
    const tokyo = { zone: 'Asia/Tokyo', opens: '09:00', closes: '15:30', rests: ['11:30', '12:30'] } as const;
    expect(nextSessionEnd('indices', Date.parse(time), tokyo)).toBe(Date.parse(end));
  });
});
