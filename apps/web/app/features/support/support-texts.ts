import { type ChatStatus, isOpenChat, SERVICE_TIMES, type SupportChat } from '@botdepot/contract';
import { formatRange } from '@botdepot/money';
import { formatDate, formatDayMonthTime, formatTime, type Instant } from '../../lib/format/dates.ts';
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

/** `14:28`, and on another day than today with its date: `22.07., 16:00`. */
export function formatMessageTime(at: Instant, now: Instant): string {
  return formatDate(at) === formatDate(now) ? formatTime(at) : formatDayMonthTime(at, now);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/**
 * What is sent of a draft: trimmed, as the server does, and without the invisible characters that it refuses and that come
 * along with a paste; line breaks and tabs stay. Nobody can see them, so nobody could take them out.
 */
export function sendableText(draft: string): string {
  return draft.replace(/\r\n?/g, '\n').replace(CONTROL, '').trim();
}

/** `?chat=` names a chat by its id, or the one that is open, or begins with the first message. */
export const CHAT_PARAM = 'chat';
export const OPEN_CHAT = 'offen';

/** Whether an address asks for the window; any other chat is read on the page of the earlier ones. */
export function asksForWindow(asked: string | null, current: SupportChat | null): boolean {
  return asked === OPEN_CHAT || (current !== null && current.id === asked && isOpenChat(current.status));
}
