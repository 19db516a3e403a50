import type { QuickReply, SupportChat, SupportMessage } from '@botdepot/contract';
import type { Tx } from '../../platform/database.ts';
import { readInvested } from '../bots/index.ts';
import { listDeposits, listWithdrawals } from '../wallet/index.ts';
import { choicesIn, OFFER } from './assistant/knowledge.ts';

const SHOWN = 3;
const HUMAN: QuickReply = {
  label: 'Mit einem Menschen sprechen',
  message: 'Ich möchte mit einem Menschen sprechen.',
};

const YES_OR_NO: readonly QuickReply[] = [
  { label: 'Ja, Menschen dazuholen', message: 'Ja, bitte.' },
  { label: 'Nein, danke', message: 'Nein, danke.' },
];

const asked = (question: string): QuickReply => ({ label: question, message: question });

/**
 * What the customer may want to say right now: one of the questions that the assistant has just named, yes or no where it has
 * asked; else a question they have not asked yet, first about what is open, then in general. None once a human has taken over,
 * and while one is waited for only what the assistant has named.
 * @param messages The latest ones of the chat, in order.
 */
export async function listQuickReplies(
  tx: Tx,
  userId: string,
  chat: SupportChat | null,
  messages: readonly SupportMessage[],
): Promise<QuickReply[]> {
  const open = chat !== null && chat.status !== 'resolved';
  if (open && chat.firstHumanReplyAt !== null) return [];
  const last = open ? messages.at(-1) : undefined;
  const said = last?.senderType === 'bot' ? last.message : '';
  const choices = choicesIn(said).map(asked);
  if (chat?.status === 'escalated') return choices;
  if (said.endsWith(OFFER)) return [...choices, ...YES_OR_NO];
  const pending = { status: 'pending', page: 1, pageSize: 1 } as const;
  const deposits = await listDeposits(tx, userId, pending);
  const withdrawals = await listWithdrawals(tx, userId, pending);
  const { activeBots } = await readInvested(tx, userId);
  const questions = [
    ...(deposits.total > 0 ? ['Wo bleibt meine Einzahlung?'] : []),
    ...(withdrawals.total > 0 ? ['Wo bleibt meine Auszahlung?'] : []),
    ...(activeBots > 0 ? ['Wie stehen meine Bots?'] : []),
    'Wie zahle ich ein?',
    'Welche Bots gibt es?',
    'Welche Gebühren gibt es?',
  ];
  const before = new Set(messages.map(({ message }) => message));
  return [...questions.slice(0, SHOWN).map(asked), HUMAN].filter(({ message }) => !before.has(message));
}
