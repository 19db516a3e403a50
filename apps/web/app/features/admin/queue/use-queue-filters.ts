import { CRYPTO_CURRENCIES, type CryptoCurrency } from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import { readAmountText } from '../../../lib/amount-text.ts';
import { pageOf } from '../../../lib/page-parameter.ts';
import type { RequestKind } from '../open-request.ts';
import { type SetFilters, useUrlFilters } from '../use-url-filters.ts';

export type QueueOrder = 'newest' | 'oldest';

/** What both queues are asked for, as the API takes it. */
export interface QueueFilter {
  order: QueueOrder;
  currency?: CryptoCurrency;
  amountFrom?: string;
  amountTo?: string;
  waitingHours?: number;
  query?: string;
}

export const QUEUE_PARAM = {
  order: 'reihenfolge',
  query: 'suche',
  currency: 'waehrung',
  from: 'ab',
  to: 'bis',
  waiting: 'wartet',
  page: { deposit: 'einzahlungen', withdrawal: 'auszahlungen' },
} as const;

const OLDEST = 'aelteste';
/** Hours that a request waits at least. */
export const WAITING_HOURS = ['1', '3', '24', '48'] as const;
const SEARCH_LENGTH = 100;

export interface QueueFilters {
  filter: QueueFilter;
  /** What stands in the fields. */
  shown: { query: string; currency: CryptoCurrency | null; waiting: string | null; from: string; to: string };
  /** Anything beside the order. */
  isFiltered: boolean;
  pages: Record<RequestKind, number>;
  /** Null takes a filter away. Every change begins at the first page again. */
  set: (change: Readonly<Record<string, string | null>>) => void;
  setOrder: (order: QueueOrder) => void;
  setPage: (kind: RequestKind, page: number, options?: Parameters<SetFilters>[1]) => void;
  clear: () => void;
}

const FIRST_PAGES = { [QUEUE_PARAM.page.deposit]: null, [QUEUE_PARAM.page.withdrawal]: null };
const NO_FILTER = {
  [QUEUE_PARAM.query]: null,
  [QUEUE_PARAM.currency]: null,
  [QUEUE_PARAM.from]: null,
  [QUEUE_PARAM.to]: null,
  [QUEUE_PARAM.waiting]: null,
  ...FIRST_PAGES,
};

/** Order, filters and pages of both queues, kept in the address. What the address says wrongly, it does not say. */
export function useQueueFilters(): QueueFilters {
  const [read, write] = useUrlFilters();
  const query = read(QUEUE_PARAM.query)?.trim().slice(0, SEARCH_LENGTH) ?? '';
  const currency = CRYPTO_CURRENCIES.find((one) => one === read(QUEUE_PARAM.currency)) ?? null;
  const waiting = WAITING_HOURS.find((hours) => hours === read(QUEUE_PARAM.waiting)) ?? null;
  const from = read(QUEUE_PARAM.from) ?? '';
  const to = read(QUEUE_PARAM.to) ?? '';
  const amountFrom = amountOf(from);
  const amountTo = amountOf(to);
  const order = read(QUEUE_PARAM.order) === OLDEST ? 'oldest' : 'newest';
  return {
    filter: {
      order,
      ...(query && { query }),
      ...(currency && { currency }),
      ...(waiting && { waitingHours: Number(waiting) }),
      ...(amountFrom && { amountFrom }),
      ...(amountTo && { amountTo }),
    },
    shown: { query, currency, waiting, from, to },
    isFiltered: Boolean(query || currency || waiting || amountFrom || amountTo),
    pages: {
      deposit: pageOf(read(QUEUE_PARAM.page.deposit)),
      withdrawal: pageOf(read(QUEUE_PARAM.page.withdrawal)),
    },
    set: (change) => write({ ...FIRST_PAGES, ...change }),
    setOrder: (chosen) => write({ ...FIRST_PAGES, [QUEUE_PARAM.order]: chosen === 'oldest' ? OLDEST : null }),
    setPage: (kind, page, options) =>
      write({ [QUEUE_PARAM.page[kind]]: page === 1 ? null : String(page) }, options),
    clear: () => write(NO_FILTER),
  };
}

const amountOf = (text: string): string | null => {
  const { amount } = readAmountText(text);
  return amount === null ? null : toWire(amount);
};
