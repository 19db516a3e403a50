import { type ChatStatus, SERVICE_TIMES, type SupportChat } from '@botdepot/contract';
import { formatRange } from '@botdepot/money';
import { NBSP } from '../../lib/format/numbers.ts';
import type { StatusTone } from '../../ui/state/status-pill.tsx';

/** What is promised for the answer of a human. */
export const HUMAN_REPLY_TIME = `${formatRange(...SERVICE_TIMES.humanReplyMinutes)}${NBSP}Minuten`;

export const DEPOSIT_TIME = `${formatRange(...SERVICE_TIMES.depositHours)}${NBSP}Stunden`;
export const DEPOSIT_ESCALATION_TIME = `${SERVICE_TIMES.depositEscalationHours}${NBSP}Stunden`;
export const WITHDRAWAL_TIME = `${SERVICE_TIMES.withdrawalHours}${NBSP}Stunden`;

/** After „Angaben“: of whom they are. */
export const GIVEN_BY = { bot: 'des Assistenten', admin: 'des Support-Teams' } as const;

export const SENDERS = { user: 'Sie', bot: 'Assistent', admin: 'Support-Team' } as const;

export const STATUS: Record<ChatStatus, { label: string; tone: StatusTone }> = {
  active: { label: 'Offen', tone: 'pending' },
  escalated: { label: 'Beim Team', tone: 'pending' },
  resolved: { label: 'Beendet', tone: 'done' },
};

/** Who is at the other end. */
export function partnerOf(chat: SupportChat | null): string {
  if (chat?.status === 'resolved') return 'Der Chat ist beendet';
  if (chat?.firstHumanReplyAt) return 'Sie sprechen mit unserem Team';
  if (chat?.status === 'escalated') return 'Assistent · ein Mensch übernimmt';
  return 'Der Assistent antwortet sofort';
}
