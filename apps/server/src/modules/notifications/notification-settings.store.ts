import type { NotificationEvent } from '@botdepot/contract';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { notificationSettings } from './notifications.schema.ts';

type Choice = { inApp: boolean; byMail: boolean };

export async function readChoices(tx: Tx, userId: string): Promise<Map<string, Choice>> {
  const rows = await tx.select().from(notificationSettings).where(eq(notificationSettings.userId, userId));
  return new Map(rows.map(({ event, inApp, byMail }) => [event, { inApp, byMail }]));
}

/** Keeps one choice; a part that is undefined stays as it is, or as the defaults say where nothing was chosen yet. */
export async function writeChoice(
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
