import type { IsoDate } from './dates.ts';

/**
 * Days on which a scheduled meeting of the Federal Open Market Committee ends and its statement is published, at 14:00
 * New York. Eight a year; unscheduled meetings are left out, since nobody could have known them. The meeting of
 * 18 March 2020 was cancelled on the 15th and is left out.
 *
 * Sources: 2013–2021 a published collection of the Federal Reserve's meeting dates (H. Weiland, Central Bank Meeting
 * Dates), with 1 February 2017 and 29 January 2020 after the Federal Reserve's own schedules, where that collection is
 * wrong; 2017, 2022, 1 February 2023 and 2025–2027 the Federal Reserve's announcements of 28 June 2016, 4 June 2021,
 * 9 August 2024 and 5 September 2025. The rest of 2023 and 2024 is from memory, confirmed by lists in public
 * repositories. Schedules are tentative until the meeting before; 2027 may still change.
 */
const MEETINGS: Readonly<Record<number, string>> = {
  2013: '01-30 03-20 05-01 06-19 07-31 09-18 10-30 12-18',
  2014: '01-29 03-19 04-30 06-18 07-30 09-17 10-29 12-17',
  2015: '01-28 03-18 04-29 06-17 07-29 09-17 10-28 12-16',
  2016: '01-27 03-16 04-27 06-15 07-27 09-21 11-02 12-14',
  2017: '02-01 03-15 05-03 06-14 07-26 09-20 11-01 12-13',
  2018: '01-31 03-21 05-02 06-13 08-01 09-26 11-08 12-19',
  2019: '01-30 03-20 05-01 06-19 07-31 09-18 10-30 12-11',
  2020: '01-29 04-29 06-10 07-29 09-16 11-05 12-16',
  2021: '01-27 03-17 04-28 06-16 07-28 09-22 11-03 12-15',
  2022: '01-26 03-16 05-04 06-15 07-27 09-21 11-02 12-14',
  2023: '02-01 03-22 05-03 06-14 07-26 09-20 11-01 12-13',
  2024: '01-31 03-20 05-01 06-12 07-31 09-18 11-07 12-18',
  2025: '01-29 03-19 05-07 06-18 07-30 09-17 10-29 12-10',
  2026: '01-28 03-18 04-29 06-17 07-29 09-16 10-28 12-09',
  2027: '01-27 03-17 04-28 06-09 07-28 09-15 10-27 12-08',
};

/** All decision days known here, ascending. */
export const FOMC_DATES: readonly IsoDate[] = Object.entries(MEETINGS).flatMap(([year, days]) =>
  days.split(' ').map((day) => `${year}-${day}`),
);

/** Decision days in [from, until], ascending; none after the last published schedule. */
export const fomcDates = (from: IsoDate, until: IsoDate): IsoDate[] =>
  FOMC_DATES.filter((date) => date >= from && date <= until);
