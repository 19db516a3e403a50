import { PLAY_MONEY_NOTICE, type SupportMessage } from '@botdepot/contract';
import { writeAudit } from '../../../platform/audit.ts';
import type { Work } from '../../../platform/work.ts';
import { berlinTime } from '../assistant/german-figures.ts';
import { readAllMessages, transcriptLine } from '../transcript.ts';
import { readDeskChat } from './list-desk-chats.ts';

const SENDERS: Record<SupportMessage['senderType'], string> = {
  user: 'Kunde',
  bot: 'Assistent',
  admin: 'Support-Team',
};

/** Everything that was said in a chat, as a text file. Without the team's notes: the file may reach the customer. */
export async function writeTranscript(
  work: Work,
  brandName: string,
  input: { id: string },
): Promise<{ fileName: string; text: string }> {
  const chat = await readDeskChat(work.tx, input.id);
  const messages = await readAllMessages(work.tx, input.id);
  await writeAudit(work, { action: 'support.transcript', subject: 'support_chat', subjectId: chat.id });
  const head = [
    `${brandName}: Support-Chat mit ${chat.userEmail}`,
    `Begonnen am ${berlinTime(chat.createdAt)}, abgerufen am ${berlinTime(work.now.toISOString())}`,
    PLAY_MONEY_NOTICE,
  ];
  const lines = messages.map((message) => transcriptLine(message, SENDERS));
  const said = lines.length === 0 ? ['In diesem Chat wurde nichts geschrieben.'] : lines;
  return {
    fileName: `support-chat-${chat.createdAt.slice(0, 10)}-${chat.id.slice(-6)}.txt`,
    text: `${[head.join('\r\n'), ...said.map((line) => line.replaceAll('\n', '\r\n'))].join('\r\n\r\n')}\r\n`,
  };
}
