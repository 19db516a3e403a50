import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Mail } from './mail.ts';
import { createMailbox } from './mailbox.ts';
import { createSmtpMail } from './smtp-mail.ts';

/** Where the demo keeps its messages. */
export const mailboxFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'mail');

/** The transport of this installation: SMTP when it is configured, otherwise in the demo a local mailbox. */
export function createMail(config: Config): Mail {
  if (config.smtpUrl !== undefined && config.mailFrom !== undefined)
    return createSmtpMail({ url: config.smtpUrl, from: config.mailFrom });
  if (config.demo)
    return createMailbox({
      folder: mailboxFolder(config),
      from: `${config.brandName} <demo@localhost>`,
      ownOnly: config.demoPublic,
    });
  return {
    transport: 'none',
    send: () => Promise.reject(new Error('No mail transport: SMTP_URL is not set')),
    close: () => undefined,
  };
}
