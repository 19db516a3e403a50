// An installation whose mail reaches people: an address must be confirmed before its first session.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll } from 'vitest';
import { email, fixture, setUpIdentity } from './identity-world.ts';

export const LOGIN_LINK = /https:\/\/botdepot\.example\/api\/auth(\/verify-email\?token=\S+)/;
export const RESET_LINK = /https:\/\/botdepot\.example\/reset-password\?token=(\S+)/;

let smtp: SMTPServer;
/** Whatever anybody received, oldest first. */
export let messages: string[];

export function setUpMail(): void {
  beforeAll(async () => {
    messages = [];
    smtp = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          messages.push(decodeMessage(Buffer.concat(chunks).toString('utf8')));
          done();
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()));
  });
  afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  setUpIdentity(() => ({
    AUTH_SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'https://botdepot.example',
    SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    MAIL_FROM: 'Botdepot <post@botdepot.example>',
  }));
}

/** What the current person, or somebody else, received, newest first, once everything under way has arrived. */
export async function inbox(of = email): Promise<string[]> {
  await fixture.settled();
  return messages.filter((message) => message.includes(`To: ${of}`)).reverse();
}

export async function linkIn(pattern: RegExp, of = email): Promise<string> {
  for (const message of await inbox(of)) {
    const link = pattern.exec(message)?.[1];
    if (link !== undefined) return link;
  }
  throw new Error(`No message to ${of} with ${pattern}`);
}

/** Undoes quoted-printable and base64, so that tests read what people read. */
export function decodeMessage(raw: string): string {
  const parts = raw.split(/\r?\n\r?\n/);
  const decoded = parts.map((part, index) => {
    const header = parts[index - 1] ?? '';
    if (/content-transfer-encoding: base64/i.test(header))
      return Buffer.from(part, 'base64').toString('utf8');
    return part;
  });
  const text = decoded.join('\n\n').replaceAll(/=\r?\n/g, '');
  return Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  ).toString('utf8');
}
