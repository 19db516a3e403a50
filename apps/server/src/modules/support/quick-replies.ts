import type { QuickReply, SupportChat } from '@botdepot/contract';
import type { Tx } from '../../platform/database.ts';
import { readInvested } from '../bots/index.ts';
import { listDeposits, listWithdrawals } from '../wallet/index.ts';

const SHOWN = 3;
const HUMAN: QuickReply = {
  label: 'Mit einem Menschen sprechen',
  message: 'Ich möchte mit einem Menschen sprechen.',
};

const asked = (question: string): QuickReply => ({ label: question, message: question });

/** What the customer may want to ask right now: first about what is open, then in general. None once a human has taken over. */
export async function listQuickReplies(
  tx: Tx,
  userId: string,
  chat: SupportChat | null,
): Promise<QuickReply[]> {
  if (chat?.status === 'escalated' || (chat?.status === 'active' && chat.firstHumanReplyAt !== null))
    return [];
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
  return [...questions.slice(0, SHOWN).map(asked), HUMAN];
}
