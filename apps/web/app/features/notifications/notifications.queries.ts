import type { Notification } from '@botdepot/contract';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, queries } from '../../lib/api.ts';

const latest = queries.notifications.listNotifications;

interface Latest {
  items: Notification[];
  unread: number;
}

/** The latest ten and how many are unread in all. */
export function useNotifications() {
  return useQuery(latest.queryOptions());
}

/** A read mark is set at once and taken back when the server did not take it: it moves no money. */
export function useReadNotification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.notifications.readNotification({ id }),
    onMutate: (id) =>
      change(client, ({ items, unread }) => {
        const wasUnread = items.some((item) => item.id === id && !item.isRead);
        return {
          items: items.map((item) => (item.id === id ? { ...item, isRead: true } : item)),
          unread: wasUnread ? Math.max(0, unread - 1) : unread,
        };
      }),
    onError: (_error, _id, undo) => undo?.(),
    onSettled: () => client.invalidateQueries({ queryKey: latest.key() }),
  });
}

export function useReadAllNotifications() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.notifications.readAllNotifications(),
    onMutate: () =>
      change(client, ({ items }) => ({ items: items.map((item) => ({ ...item, isRead: true })), unread: 0 })),
    onError: (_error, _input, undo) => undo?.(),
    onSettled: () => client.invalidateQueries({ queryKey: latest.key() }),
  });
}

/** Changes what is shown and returns how to undo it. */
async function change(client: QueryClient, by: (before: Latest) => Latest): Promise<() => void> {
  const key = latest.queryKey();
  // An answer that is on its way would still say „unread“.
  await client.cancelQueries({ queryKey: key });
  const before = client.getQueryData(key);
  if (before) client.setQueryData(key, by(before));
  return () => client.setQueryData(key, before);
}
