import type { TransferKind } from '@botdepot/contract';
import { PARAM, useParam } from './address-params.ts';
import {
  BOOKING_PERIODS,
  type BookingPeriod,
  daysOf,
  type ExactPeriod,
  readExactPeriod,
} from './booking-period.ts';
import { LISTED_KINDS } from './transaction-kinds.ts';
import type { BookingFilter } from './wallet.queries.ts';

const SEARCH_LENGTH = 100;

interface ChosenFilter {
  filter: BookingFilter;
  kind: TransferKind | null;
  period: BookingPeriod | null;
  /** From the link of a sum; it stands instead of one of the periods. */
  exact: ExactPeriod | null;
  search: string;
  isFiltered: boolean;
}

/** What the address asks for. Whatever is no kind and no period there is none. */
export function useBookingFilter(): ChosenFilter {
  const kindText = useParam(PARAM.kind);
  const periodText = useParam(PARAM.period);
  const exact = readExactPeriod(useParam(PARAM.after), useParam(PARAM.until));
  const search = useParam(PARAM.search)?.trim().slice(0, SEARCH_LENGTH) ?? '';
  const kind = LISTED_KINDS.find((one) => one === kindText) ?? null;
  const period = exact ? null : (BOOKING_PERIODS.find(({ value }) => value === periodText)?.value ?? null);
  const filter = {
    ...(kind && { kind }),
    ...(search && { search }),
    ...(period && daysOf(period, Date.now())),
    ...exact,
  };
  const isFiltered = kind !== null || period !== null || exact !== null || search !== '';
  return { filter, kind, period, exact, search, isFiltered };
}
