import type { NotificationEvent, NotificationSetting } from '@botdepot/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, queries } from '../../lib/api.ts';

const settings = queries.notifications.getNotificationSettings;
const CHANGES = ['notifications', 'settings', 'change'];

export interface SettingChange {
  event: NotificationEvent;
  inApp?: boolean;
  byMail?: boolean;
}

export function useNotificationSettings() {
  return useQuery(settings.queryOptions());
}

/** Shown at once and taken back when the server did not take it. One after the other, so that the last one stays. */
export function useChangeNotificationSetting() {
  const client = useQueryClient();
  const key = settings.queryKey();
  return useMutation({
    mutationKey: CHANGES,
    scope: { id: CHANGES.join('/') },
    mutationFn: (change: SettingChange) => api.notifications.updateNotificationSettings(change),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: key });
      client.setQueryData(
        key,
        (before) => before && { ...before, items: before.items.map((item) => withChange(item, change)) },
      );
    },
    onSuccess: (answer) => {
      // A later change is shown already, and its answer is still to come.
      if (client.isMutating({ mutationKey: CHANGES }) === 1) client.setQueryData(key, answer);
    },
    onError: () => client.invalidateQueries({ queryKey: key }),
  });
}

function withChange(item: NotificationSetting, { event, inApp, byMail }: SettingChange): NotificationSetting {
  if (item.event !== event) return item;
  return { event, inApp: inApp ?? item.inApp, byMail: byMail ?? item.byMail };
}
