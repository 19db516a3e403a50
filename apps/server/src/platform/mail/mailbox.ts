import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { newId } from '../ids.ts';
import type { Mail } from './mail.ts';

/** Keeps each message as one `.eml` file in `folder`, named so that they sort by time. */
export function createMailbox(options: { folder: string; from: string }): Mail {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'unix',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    transport: 'mailbox',
    async send(message) {
      const composed = await transport.sendMail({
        ...message,
        to: { name: '', address: message.to },
        from: options.from,
      });
      if (!Buffer.isBuffer(composed.message)) throw new Error('The composed message is no buffer');
      await mkdir(options.folder, { recursive: true, mode: 0o700 });
      await writeFile(join(options.folder, `${newId()}.eml`), composed.message, { mode: 0o600 });
    },
    close: () => transport.close(),
  };
}
