import type { NotificationEvent, NotificationSetting } from '@botdepot/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queries } from '../../lib/api.ts';
import { useInstantChange } from '../../lib/use-instant-change.ts';

const settings = queries.notifications.getNotificationSettings;

export interface SettingChange {
  event: NotificationEvent;
  inApp?: boolean | undefined;
  byMail?: boolean | undefined;
}

export function useNotificationSettings() {
  return useQuery(settings.queryOptions());
}

export function useChangeNotificationSetting() {
  const client = useQueryClient();
  const key = settings.queryKey();
  return useInstantChange('notifications.updateNotificationSettings', {
    keys: [key],
    show: (change) =>
      client.setQueryData(
        key,
        (before) => before && { ...before, items: before.items.map((item) => withChange(item, change)) },
      ),
  });
}

function withChange(item: NotificationSetting, { event, inApp, byMail }: SettingChange): NotificationSetting {
  if (item.event !== event) return item;
  return { event, inApp: inApp ?? item.inApp, byMail: byMail ?? item.byMail };
}
