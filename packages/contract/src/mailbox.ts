import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declare } from './errors.ts';
import { byId, id, timestamp } from './shapes.ts';

const mailHead = z.object({ id, to: z.string(), subject: z.string(), sentAt: timestamp });
export type MailHead = z.infer<typeof mailHead>;

const mail = mailHead.extend({ text: z.string(), html: z.string() });
export type MailboxMail = z.infer<typeof mail>;

/** The demo sends nothing: its messages lie here. Where mail really goes out, or none does, there is no mailbox. */
export const mailbox = {
  listMails: oc
    .route({
      method: 'GET',
      path: '/mailbox',
      tags: ['mailbox'],
      summary: 'Die neuesten E-Mails der Demo, auf einer öffentlichen Demo nur die eigenen',
    })
    .errors(declare('NOT_FOUND', 'UNAUTHENTICATED'))
    .output(z.object({ items: z.array(mailHead), ownOnly: z.boolean() })),
  getMail: oc
    .route({ method: 'GET', path: '/mailbox/{id}', tags: ['mailbox'], summary: 'Eine E-Mail der Demo' })
    .errors(declare('NOT_FOUND', 'UNAUTHENTICATED'))
    .input(byId)
    .output(mail),
};
