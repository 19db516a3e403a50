import type { MailMessage } from '../../src/platform/mail/mail.ts';
import { newId } from '../../src/platform/work.ts';
import { createSupportWorld, type Person } from './support-world.ts';

export const HUMAN = 'Ich möchte mit einem Menschen sprechen';

export const emailOf = ({ userId }: { userId: string }): string => `${userId}@probe.example`;
export const chatPath = (chat: string, what: string): string => `/admin/support/chats/${chat}/${what}`;

/** Customers, and two of the team at the same desk. */
export async function createDeskWorld() {
  const mails: MailMessage[] = [];
  const world = await createSupportWorld({
    transport: 'mailbox',
    send: async (message) => {
      mails.push(message);
    },
    close: () => undefined,
  });
  const { pool } = world.fixture.database;

  /** People of the tests exist from their first call on. */
  async function hire(): Promise<Person> {
    const admin = world.api.person('admin');
    await world.get(admin, '/admin/support/team');
    return admin;
  }
  const anna = await hire();
  const bernd = await hire();

  return {
    ...world,
    mails,
    anna,
    bernd,
    hire,
    /** A customer who asks for a human. */
    async escalated(): Promise<{ customer: Person; chat: string }> {
      const customer = world.api.person('user');
      const chat = await world.startChat(customer);
      await world.say(customer, chat, HUMAN);
      return { customer, chat };
    },
    atDesk: async (chat: string) => (await world.get(anna, chatPath(chat, 'messages'))).body.chat,
    assign: (as: Person, chat: string, assignee: string | null, expected: string | null) =>
      world.post(as, chatPath(chat, 'assignee'), { assignee, expected }),
    reply: (as: Person, chat: string, more: object = {}) =>
      world.post(as, chatPath(chat, 'messages'), { clientId: newId(), message: 'Guten Tag', ...more }),
    note: (as: Person, chat: string, text: string, clientId = newId()) =>
      world.post(as, chatPath(chat, 'notes'), { clientId, note: text }),
    lock: ({ userId }: { userId: string }) =>
      pool.query(`UPDATE auth_users SET locked_at = now(), locked_reason = 'Prüfung' WHERE id = $1`, [
        userId,
      ]),
    removeUser: ({ userId }: { userId: string }) =>
      pool.query('DELETE FROM auth_users WHERE id = $1', [userId]),
  };
}
export type DeskWorld = Awaited<ReturnType<typeof createDeskWorld>>;
