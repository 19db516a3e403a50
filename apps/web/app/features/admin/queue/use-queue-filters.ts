import { CRYPTO_CURRENCIES, type CryptoCurrency } from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import { readAmountText } from '../../../lib/form/amount-text.ts';
import {
  oneOf,
  oneOfElse,
  order,
  pageNumber,
  text,
  type UrlState,
  type UrlStateOf,
  useUrlState,
} from '../../../lib/url/url-state.ts';

const ORDERS = ['newest', 'oldest'] as const;
export type QueueOrder = (typeof ORDERS)[number];

/** What both queues are asked for, as the API takes it. */
export interface QueueFilter {
  order: QueueOrder;
  currency?: CryptoCurrency;
  amountFrom?: string;
  amountTo?: string;
  waitingHours?: number;
  query?: string;
}

/** Hours that a request waits at least. */
export const WAITING_HOURS = ['1', '3', '24', '48'] as const;

const QUEUE = {
  order: order(oneOfElse('reihenfolge', ORDERS, 'newest', { oldest: 'aelteste' })),
  query: text('suche', { maxLength: 100 }),
  currency: oneOf('waehrung', CRYPTO_CURRENCIES),
  from: text('ab'),
  to: text('bis'),
  waiting: oneOf('wartet', WAITING_HOURS),
  deposit: pageNumber('einzahlungen'),
  withdrawal: pageNumber('auszahlungen'),
};

export type QueueFilters = UrlState<UrlStateOf<typeof QUEUE>> & { filter: QueueFilter };

/** Order, filters and pages of both queues, kept in the address. */
export function useQueueFilters(): QueueFilters {
  const url = useUrlState(QUEUE);
  const { order: chosen, query, currency, waiting, from, to } = url.value;
  const amountFrom = amountOf(from);
  const amountTo = amountOf(to);
  return {
    ...url,
    // What is no amount filters nothing.
    isFiltered: Boolean(query || currency || waiting || amountFrom || amountTo),
    filter: {
      order: chosen,
      ...(query && { query }),
      ...(currency && { currency }),
      ...(waiting && { waitingHours: Number(waiting) }),
      ...(amountFrom && { amountFrom }),
      ...(amountTo && { amountTo }),
    },
  };
}

const amountOf = (typed: string): string | null => {
  const { amount } = readAmountText(typed);
  return amount === null ? null : toWire(amount);
};
