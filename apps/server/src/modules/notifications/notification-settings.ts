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
import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import type { Work } from '../../platform/work.ts';
import { notificationSettings } from './notifications.schema.ts';

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

type Choice = { inApp: boolean; byMail: boolean };

async function readChoices(tx: Tx, userId: string): Promise<Map<string, Choice>> {
  const rows = await tx.select().from(notificationSettings).where(eq(notificationSettings.userId, userId));
  return new Map(rows.map(({ event, inApp, byMail }) => [event, { inApp, byMail }]));
}

/** Keeps one choice; a part that is undefined stays as it is, or as the defaults say where nothing was chosen yet. */
async function writeChoice(
  tx: Tx,
  choice: {
    userId: string;
    event: NotificationEvent;
    inApp: boolean | undefined;
    byMail: boolean | undefined;
    defaults: Choice;
  },
): Promise<void> {
  const { userId, event, inApp, byMail, defaults } = choice;
  const change = { ...(inApp !== undefined && { inApp }), ...(byMail !== undefined && { byMail }) };
  await tx
    .insert(notificationSettings)
    .values({ userId, event, ...defaults, ...change })
    .onConflictDoUpdate({ target: [notificationSettings.userId, notificationSettings.event], set: change });
}
