import { DomainError, SUPPORT_LIMITS, type SupportMessage } from '@botdepot/contract';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../platform/database.ts';
import { composeMail } from '../../platform/mail/compose-mail.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { findUserById } from '../identity/index.ts';
import { berlinTime } from './assistant/german-figures.ts';
import { readThread } from './support.store.ts';

const SENDERS: Record<SupportMessage['senderType'], string> = {
  user: 'Sie',
  bot: 'Assistent',
  admin: 'Support-Team',
};

/** Sends a chat of the customer to their own address, and to no other. Returns the address. */
export async function sendTranscript(
  deps: { database: Database; mail: Mail; brandName: string; log: Logger },
  input: { userId: string; id: string },
): Promise<{ sentTo: string }> {
  const { database, mail, brandName, log } = deps;
  if (mail.transport === 'none') throw DomainError.of('MAIL_UNAVAILABLE');
  const messages = await readAll(database.db, input);
  const user = await findUserById(database.db, input.userId);
  if (!user) throw DomainError.of('UNAUTHENTICATED');
  const [first] = messages;
  const message = composeMail(brandName, {
    to: user.email,
    subject: first ? `Ihr Support-Chat vom ${berlinTime(first.createdAt)}` : 'Ihr Support-Chat',
    paragraphs: ['hier ist Ihr Support-Chat, wie Sie ihn angefordert haben.', ...messages.map(lineOf)],
  });
  try {
    await mail.send(message);
  } catch (error) {
    // Only the code: the texts of mail servers repeat the address.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    log.warn({ code }, 'a transcript was not sent');
    throw DomainError.of('MAIL_NOT_SENT');
  }
  return { sentTo: user.email };
}

async function readAll(tx: Tx, { userId, id }: { userId: string; id: string }): Promise<SupportMessage[]> {
  const all: SupportMessage[] = [];
  let part: SupportMessage[];
  do {
    ({ messages: part } = await readThread(tx, id, { after: all.at(-1)?.seq ?? 0 }, userId));
    all.push(...part);
  } while (part.length === SUPPORT_LIMITS.messagesAtOnce);
  return all;
}

function lineOf({ senderType, createdAt, message, facts }: SupportMessage): string {
  const sheet = facts.map(({ label, value }) => `${label}: ${value}`).join(', ');
  return `${berlinTime(createdAt)}, ${SENDERS[senderType]}: ${message}${sheet && ` (${sheet})`}`;
}
