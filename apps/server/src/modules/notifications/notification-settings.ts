import {
  type AdminField,
  DomainError,
  inAppDelivery,
  isDelivered,
  NOTIFICATION_EVENT_FACTS,
  type NotificationEvent,
  type NotificationSetting,
  notificationEventsFor,
} from '@botdepot/contract';
import type { Tx } from '../../platform/database.ts';
import type { Work } from '../../platform/work.ts';
import { readChoices, writeChoice } from './notification-settings.store.ts';

/** How a person hears of each kind of event, in the order of the contract. */
export async function getNotificationSettings(
  tx: Tx,
  { userId, adminField }: { userId: string; adminField: AdminField | null },
  { mailPossible }: { mailPossible: boolean },
): Promise<NotificationSetting[]> {
  const choices = await readChoices(tx, userId);
  return notificationEventsFor(adminField).map((event) => {
    const { byMail } = NOTIFICATION_EVENT_FACTS[event];
    const chosen = choices.get(event);
    return {
      event,
      inApp: isDelivered(inAppDelivery(event, mailPossible), chosen?.inApp),
      byMail: isDelivered(byMail, chosen?.byMail),
    };
  });
}

/** Throws BAD_REQUEST for switching off what always comes. */
export async function updateNotificationSettings(
  work: Work,
  input: {
    userId: string;
    adminField: AdminField | null;
    event: NotificationEvent;
    inApp?: boolean | undefined;
    byMail?: boolean | undefined;
  },
  installation: { mailPossible: boolean },
): Promise<NotificationSetting[]> {
  const { userId, adminField, event, inApp, byMail } = input;
  const facts = NOTIFICATION_EVENT_FACTS[event];
  const always = inAppDelivery(event, installation.mailPossible) === 'always';
  if ((inApp === false && always) || (byMail === false && facts.byMail === 'always'))
    throw DomainError.of('BAD_REQUEST');
  await writeChoice(work.tx, {
    userId,
    event,
    inApp,
    byMail,
    defaults: { inApp: facts.inApp !== 'off', byMail: facts.byMail !== 'off' },
  });
  return getNotificationSettings(work.tx, { userId, adminField }, installation);
}
