import type { NotificationType } from '@botdepot/contract';
import { useSearchParams } from 'react-router';
import { pageOf } from '../../lib/page-parameter.ts';

export const TYPE_WORDS: Record<NotificationType, string> = {
  success: 'Erfolg',
  warning: 'Warnung',
  error: 'Problem',
  info: 'Hinweis',
};

/** As they stand in the address. */
const TYPE_VALUES = [
  { value: 'erfolg', type: 'success' },
  { value: 'warnung', type: 'warning' },
  { value: 'fehler', type: 'error' },
  { value: 'hinweis', type: 'info' },
] as const satisfies readonly { value: string; type: NotificationType }[];

export const TYPE_OPTIONS = TYPE_VALUES.map(({ type }) => ({ value: type, label: TYPE_WORDS[type] }));

const PARAM = { type: 'art', unread: 'ungelesen', page: 'seite' } as const;

export interface NotificationFilter {
  type: NotificationType | null;
  unreadOnly: boolean;
  /** From 1. */
  page: number;
}

const EVERYTHING: NotificationFilter = { type: null, unreadOnly: false, page: 1 };

/** What the address asks for; whatever it does not know, it does not ask for. Another filter begins at the first page. */
export function useNotificationFilter() {
  const [params, setParams] = useSearchParams();
  const filter: NotificationFilter = {
    type: TYPE_VALUES.find(({ value }) => value === params.get(PARAM.type))?.type ?? null,
    unreadOnly: params.get(PARAM.unread) === 'ja',
    page: pageOf(params.get(PARAM.page)),
  };
  const show = ({ type, unreadOnly, page }: NotificationFilter) => {
    const value = TYPE_VALUES.find((one) => one.type === type)?.value;
    const next = new URLSearchParams({
      ...(value && { [PARAM.type]: value }),
      ...(unreadOnly && { [PARAM.unread]: 'ja' }),
      ...(page > 1 && { [PARAM.page]: String(page) }),
    });
    setParams(next, { preventScrollReset: true });
  };
  return {
    filter,
    isFiltered: filter.type !== null || filter.unreadOnly,
    setFilter: (change: Partial<NotificationFilter>) => show({ ...filter, page: 1, ...change }),
    showAll: () => show(EVERYTHING),
  };
}
