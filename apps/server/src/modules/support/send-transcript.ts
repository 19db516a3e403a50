import { DomainError, type SupportMessage } from '@botdepot/contract';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database.ts';
import { composeMail } from '../../platform/mail/compose-mail.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { findUserById } from '../identity/index.ts';
import { berlinTime } from './assistant/german-figures.ts';
import { readAllMessages, transcriptLine } from './transcript.ts';

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
  const messages = await readAllMessages(database.db, input.id, input.userId);
  const user = await findUserById(database.db, input.userId);
  if (!user) throw DomainError.of('UNAUTHENTICATED');
  const [first] = messages;
  const message = composeMail(brandName, {
    to: user.email,
    subject: first ? `Ihr Support-Chat vom ${berlinTime(first.createdAt)}` : 'Ihr Support-Chat',
    paragraphs: [
      'hier ist Ihr Support-Chat, wie Sie ihn angefordert haben.',
      ...messages.map((message) => transcriptLine(message, SENDERS)),
    ],
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
