import { z } from 'zod';
import { operationsOf } from './operation.ts';
import { byId, id, timestamp } from './shapes.ts';

const { query } = operationsOf('mailbox');

const mailHead = z.object({ id, to: z.string(), subject: z.string(), sentAt: timestamp });
export type MailHead = z.infer<typeof mailHead>;

const mail = mailHead.extend({ text: z.string(), html: z.string() });
export type MailboxMail = z.infer<typeof mail>;

/** The demo sends nothing: its messages lie here. Where mail really goes out, or none does, there is no mailbox. */
export const mailbox = {
  listMails: query('GET /mailbox', {
    summary: 'Die neuesten E-Mails der Demo, auf einer öffentlichen Demo nur die eigenen',
    access: 'anybody',
    errors: ['NOT_FOUND', 'UNAUTHENTICATED'],
    output: z.object({ items: z.array(mailHead), ownOnly: z.boolean() }),
  }),
  getMail: query('GET /mailbox/{id}', {
    summary: 'Eine E-Mail der Demo',
    access: 'anybody',
    errors: ['NOT_FOUND', 'UNAUTHENTICATED'],
    input: byId,
    output: mail,
  }),
};
