import { DomainError } from '@botdepot/contract';
import type { Handlers } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { listStoredMails, readStoredMail } from '../../platform/mail/mailbox.ts';
import type { Actor } from '../../platform/work.ts';
import { findUserById } from '../identity/index.ts';

/** Where the demo keeps its mails. `ownOnly`: others may reach this demo, and a link in a mail can open an account. */
export type MailboxAccess = { folder: string; ownOnly: boolean };

const MAILS_SHOWN = 100;

/** Implements `contract.mailbox`. Without a mailbox none of it exists. */
export function mailboxRouter(deps: {
  database: Database;
  mailbox: MailboxAccess | null;
}): Handlers<'mailbox'> {
  async function openMailbox(actor: Actor | null): Promise<{ folder: string; to: string | undefined }> {
    if (!deps.mailbox) throw DomainError.of('NOT_FOUND');
    const { folder, ownOnly } = deps.mailbox;
    if (!ownOnly) return { folder, to: undefined };
    const user = actor?.userId ? await findUserById(deps.database.db, actor.userId) : null;
    if (!user) throw DomainError.of('UNAUTHENTICATED');
    return { folder, to: user.email };
  }

  return {
    listMails: async ({ actor }) => {
      const { folder, to } = await openMailbox(actor);
      const mails = await listStoredMails(folder, { to, limit: MAILS_SHOWN });
      return {
        items: mails.map(({ id, to, subject, sentAt }) => ({ id, to, subject, sentAt })),
        ownOnly: to !== undefined,
      };
    },
    getMail: async ({ actor, input }) => {
      const { folder, to } = await openMailbox(actor);
      const mail = await readStoredMail(folder, { id: input.id, to });
      if (!mail) throw DomainError.of('NOT_FOUND');
      return mail;
    },
  };
}
