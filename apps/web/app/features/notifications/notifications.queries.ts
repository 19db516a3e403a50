import { LIMITS, type Notification } from '@botdepot/contract';
import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api, queries } from '../../lib/api.ts';
import type { NotificationFilter } from './use-notification-filter.ts';

const latest = queries.notifications.listNotifications;
const all = queries.notifications.listAllNotifications;
/** Whatever shows read marks: the bell and every page of the list. */
const LISTS: readonly QueryKey[] = [latest.key(), all.key()];
const MARKS = ['notifications', 'read'];

/** What the answers of both lists have in common. */
interface Marked {
  items: Notification[];
  unread: number;
}

/** The latest ten and how many are unread in all. */
export function useNotifications() {
  return useQuery(latest.queryOptions());
}

/** One page of all of them; the old one stays until the next is here. */
export function useAllNotifications({ type, unreadOnly, page }: NotificationFilter) {
  return useQuery(
    all.queryOptions({
      input: {
        page,
        pageSize: LIMITS.notificationsPerPage,
        ...(type && { type }),
        ...(unreadOnly && { unread: 'true' }),
      },
      placeholderData: keepPreviousData,
    }),
  );
}

/** A read mark is set at once and taken back when the server did not take it: it moves no money. */
export function useReadNotification() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: MARKS,
    mutationFn: (id: string) => api.notifications.readNotification({ id }),
    onMutate: (id) => markShown(client, (item) => item.id === id),
    onError: (_error, _id, undo) => undo?.(),
    onSettled: () => refetch(client),
  });
}

export function useReadAllNotifications() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: MARKS,
    mutationFn: () => api.notifications.readAllNotifications(),
    onMutate: () => markShown(client, 'all'),
    onError: (_error, _input, undo) => undo?.(),
    onSettled: () => refetch(client),
  });
}

/** Marks what is shown as read and returns how to undo it. */
async function markShown(
  client: QueryClient,
  which: 'all' | ((item: Notification) => boolean),
): Promise<() => void> {
  // An answer that is on its way would still say „unread“.
  await Promise.all(LISTS.map((queryKey) => client.cancelQueries({ queryKey })));
  const before = LISTS.flatMap((queryKey) => client.getQueriesData<Marked>({ queryKey }));
  const isMeant = (item: Notification) => which === 'all' || which(item);
  // The number counts all of the customer, also where the one in question is not on the page.
  const wasUnread = before.some(([, list]) => list?.items.some((item) => !item.isRead && isMeant(item)));
  for (const [key, list] of before) {
    if (!list) continue;
    const items = list.items.map((item) => (isMeant(item) ? { ...item, isRead: true } : item));
    const unread = which === 'all' ? 0 : Math.max(0, list.unread - (wasUnread ? 1 : 0));
    client.setQueryData<Marked>(key, { ...list, items, unread });
  }
  return () => {
    for (const [key, list] of before) client.setQueryData(key, list);
  };
}

/** An earlier mark's answer knows nothing yet of a later one, so only the last one asks again. */
async function refetch(client: QueryClient): Promise<void> {
  if (client.isMutating({ mutationKey: MARKS }) > 1) return;
  await Promise.all(LISTS.map((queryKey) => client.invalidateQueries({ queryKey })));
}
