import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Mail } from './mail.ts';
import { createMailbox } from './mailbox.ts';

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

/** Sends through the SMTP server of `url`, over a few connections that are kept open. */
export function createSmtpMail(options: { url: string; from: string }): Mail {
  const transport = createTransport({
    url: options.url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Messages are made here from text; nothing in them may make the server read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    transport: 'smtp',
    async send(message) {
      // An address object, because a plain string may name several recipients.
      await transport.sendMail({ ...message, to: { name: '', address: message.to }, from: options.from });
    },
    close: () => transport.close(),
  };
}

/**
 * Only codes (`EENVELOPE 550`): the texts of mail servers repeat the address. `final` means that this recipient or this
 * message is refused for good; a wrong password or sender is the operator's to mend, so those are tried again.
 */
export function mailFailureOf(error: unknown): { code: string; final: boolean } {
  const { name, code, responseCode, command } = fieldsOf(error);
  const isRefusal = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  return {
    code: [code ?? name ?? 'UNKNOWN', responseCode].filter((part) => part !== undefined).join(' '),
    final: isRefusal && (command === 'RCPT TO' || command === 'DATA'),
  };
}

function fieldsOf(error: unknown): Partial<Record<'name' | 'code' | 'responseCode' | 'command', unknown>> {
  return error instanceof Error ? error : {};
}
