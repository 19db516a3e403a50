import { CRYPTO_CURRENCIES, type CryptoCurrency } from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import { readAmountText } from '../../../lib/form/typed.ts';
import { readCookie, writeCookie } from '../../../lib/session/cookies.ts';
import {
  matching,
  oneOf,
  order,
  pageNumber,
  place,
  text,
  type UrlState,
  type UrlStateOf,
  type UrlValue,
  useUrlState,
} from '../../../lib/url/url-state.ts';

const ORDER_WORDS = { newest: 'neueste', oldest: 'aelteste' } as const;
export type QueueOrder = keyof typeof ORDER_WORDS;

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

const ORDER_COOKIE = 'admin_queue_order';
const ONE_YEAR_S = 365 * 24 * 60 * 60;

/** The one that was chosen last, unless the address says another; at the beginning the newest first. */
const CHOSEN_ORDER: UrlValue<QueueOrder> = order({
  name: 'reihenfolge',
  read: (found) => orderOf(found) ?? orderOf(readCookie(ORDER_COOKIE)) ?? 'newest',
  write: (value) => ORDER_WORDS[value],
  role: 'order',
});

const orderOf = (word: string | null | undefined): QueueOrder | undefined =>
  (['newest', 'oldest'] as const).find((value) => ORDER_WORDS[value] === word);

const QUEUE = {
  order: CHOSEN_ORDER,
  query: text('suche'),
  currency: oneOf('waehrung', CRYPTO_CURRENCIES),
  from: text('ab'),
  to: text('bis'),
  waiting: oneOf('wartet', WAITING_HOURS),
  deposit: pageNumber('einzahlungen'),
  withdrawal: pageNumber('auszahlungen'),
  /** The one that somebody works on, so that a reload leads back to it. */
  reference: place(matching('antrag', /^[EA]-\d{1,12}$/)),
};

export interface QueueFilters extends Omit<UrlState<UrlStateOf<typeof QUEUE>>, 'onPage'> {
  filter: QueueFilter;
  /** There is something to take away, understood or not. */
  canClear: boolean;
  /** From more than to: nothing can be meant. */
  isReversed: boolean;
  setOrder: (order: QueueOrder) => void;
}

/** Order, filters, pages and place of both queues, kept in the address. */
export function useQueueFilters(): QueueFilters {
  const url = useUrlState(QUEUE);
  const { value, set } = url;
  const { currency, waiting } = value;
  const from = readAmountText(value.from).amount;
  const to = readAmountText(value.to).amount;
  const by = {
    ...(value.query && { query: value.query }),
    ...(currency && { currency }),
    ...(waiting && { waitingHours: Number(waiting) }),
    ...(from !== null && { amountFrom: toWire(from) }),
    ...(to !== null && { amountTo: toWire(to) }),
  };
  return {
    ...url,
    filter: { order: value.order, ...by },
    isFiltered: Object.keys(by).length > 0,
    canClear: url.isFiltered,
    isReversed: from !== null && to !== null && from > to,
    setOrder: (next) => {
      writeCookie(ORDER_COOKIE, ORDER_WORDS[next], ONE_YEAR_S);
      set({ order: next });
    },
  };
}
