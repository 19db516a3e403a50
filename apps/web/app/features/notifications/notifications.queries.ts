import { LIMITS, type Notification, type NotificationType } from '@botdepot/contract';
import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { queries } from '../../lib/server/api.ts';
import { useInstantChange } from '../../lib/server/use-command.ts';
import { flag, oneOf, pageNumber, type UrlStateOf } from '../../lib/url/url-state.ts';

const latest = queries.notifications.listNotifications;
const all = queries.notifications.listAllNotifications;
/** Whatever shows read marks: the bell and every page of the list. */
const LISTS: readonly QueryKey[] = [latest.key(), all.key()];

/** What the answers of both lists have in common. */
interface Marked {
  items: Notification[];
  unread: number;
}

/** The latest ten and how many are unread in all. */
export function useNotifications(enabled: boolean) {
  return useQuery(latest.queryOptions({ enabled }));
}

export const allNotificationsQuery = ({ type, unreadOnly, page }: UrlStateOf<typeof NOTIFICATION_LIST>) =>
  all.queryOptions({
    input: {
      page,
      pageSize: LIMITS.notificationsPerPage,
      ...(type && { type }),
      ...(unreadOnly && { unread: 'true' }),
    },
  });

export function useReadNotification() {
  const client = useQueryClient();
  return useInstantChange('notifications.readNotification', {
    keys: LISTS,
    show: ({ id }) => markShown(client, (item) => item.id === id),
  });
}

export function useReadAllNotifications() {
  const client = useQueryClient();
  return useInstantChange('notifications.readAllNotifications', {
    keys: LISTS,
    show: () => markShown(client, 'all'),
  });
}

function markShown(client: QueryClient, which: 'all' | ((item: Notification) => boolean)): void {
  const lists = LISTS.flatMap((queryKey) => client.getQueriesData<Marked>({ queryKey }));
  const isMeant = (item: Notification) => which === 'all' || which(item);
  // The number counts all of the customer, also where the one in question is not on the page.
  const wasUnread = lists.some(([, list]) => list?.items.some((item) => !item.isRead && isMeant(item)));
  for (const [key, list] of lists) {
    if (!list) continue;
    const items = list.items.map((item) => (isMeant(item) ? { ...item, isRead: true } : item));
    const unread = which === 'all' ? 0 : Math.max(0, list.unread - (wasUnread ? 1 : 0));
    client.setQueryData<Marked>(key, { ...list, items, unread });
  }
}

export const TYPE_WORDS: Record<NotificationType, string> = {
  success: 'Erfolg',
  warning: 'Warnung',
  error: 'Problem',
  info: 'Hinweis',
};

/** As they stand in the address. */
const NAMES: Record<NotificationType, string> = {
  success: 'erfolg',
  warning: 'warnung',
  error: 'fehler',
  info: 'hinweis',
};

const TYPES = ['success', 'warning', 'error', 'info'] as const;

export const TYPE_OPTIONS = TYPES.map((value) => ({
  value,
  label: TYPE_WORDS[value],
}));

export const NOTIFICATION_LIST = {
  type: oneOf('art', TYPES, NAMES),
  unreadOnly: flag('ungelesen'),
  page: pageNumber(),
};
