import type { UrlStateOf } from '../../lib/url-state.ts';
import type { BOOKINGS } from './address.ts';
import { daysOf, type ExactPeriod, readExactPeriod } from './booking-period.ts';
import type { BookingFilter } from './wallet.queries.ts';

/** What the list is asked for. A period of a link, to the millisecond, stands instead of one of the choice. */
export function bookingFilter({ kind, search, period, after, until }: UrlStateOf<typeof BOOKINGS>): {
  filter: BookingFilter;
  exact: ExactPeriod | null;
} {
  const exact = readExactPeriod(after, until);
  const filter = {
    ...(kind && { kind }),
    ...(search && { search }),
    ...(period && !exact && daysOf(period, Date.now())),
    ...exact,
  };
  return { filter, exact };
}
