import { createTransport } from 'nodemailer';
import type { Mail } from './mail.ts';

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
