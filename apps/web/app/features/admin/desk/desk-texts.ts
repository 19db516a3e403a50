import { type ChatStatus, type EscalationReason, SERVICE_TIMES, type SenderType } from '@botdepot/contract';
import { formatDate, formatDayMonth, formatDayMonthTime, formatTime } from '../../../lib/format/dates.ts';
import type { StatusTone } from '../../../ui/state/status-pill.tsx';

/** The specification's texts, byte-exact. */
export const DESK_TOASTS = {
  failed: 'Fehler',
  chatsNotLoaded: 'Chats konnten nicht geladen werden',
  messagesNotLoaded: 'Nachrichten konnten nicht geladen werden',
  notSent: 'Nachricht konnte nicht gesendet werden',
  statusNotSet: 'Status konnte nicht aktualisiert werden',
  sent: 'Nachricht gesendet',
  statusSet: 'Status aktualisiert',
} as const;

/** Chats of one status, or those that one works on oneself. */
export type DeskView = ChatStatus | 'mine';

interface StatusWords {
  label: string;
  heading: string;
  /** In the address. */
  name: string;
  tone: StatusTone;
  none: { title: string; text: string };
}

export const STATUS_WORDS: Record<ChatStatus, StatusWords> = {
  escalated: {
    label: 'Eskaliert',
    heading: 'Eskalierte Chats',
    name: 'eskaliert',
    tone: 'special',
    none: {
      title: 'Niemand wartet',
      text: 'Chats, die einen Menschen brauchen, erscheinen hier von selbst, die mit der längsten Wartezeit oben.',
    },
  },
  active: {
    label: 'Aktiv',
    heading: 'Aktive Chats',
    name: 'aktiv',
    tone: 'pending',
    none: { title: 'Kein aktiver Chat', text: 'Hier stehen Chats, in denen der Assistent antwortet.' },
  },
  resolved: {
    label: 'Gelöst',
    heading: 'Gelöste Chats',
    name: 'geloest',
    tone: 'done',
    none: { title: 'Noch kein gelöster Chat', text: 'Beendete Chats stehen hier zum Nachlesen.' },
  },
};

interface ViewWords extends Omit<StatusWords, 'tone'> {
  tone?: StatusTone;
}

/** What is listed: the chats of a status, or one's own. */
export const VIEW_WORDS: Record<DeskView, ViewWords> = {
  ...STATUS_WORDS,
  mine: {
    label: 'Meine',
    heading: 'Meine Chats',
    name: 'meine',
    none: {
      title: 'Noch kein Chat bei Ihnen',
      text: 'Was Sie übernehmen oder beantworten, steht hier, Gelöstes am Ende.',
    },
  },
};

/** What waits for a human stands first. */
export const VIEWS = ['escalated', 'active', 'resolved', 'mine'] as const satisfies readonly DeskView[];
/** The way of a chat, for the buttons that set its status. */
export const STATUS_STEPS: readonly ChatStatus[] = ['active', 'escalated', 'resolved'];

export const REASONS: Record<EscalationReason, string> = {
  asked: 'Bittet um einen Menschen',
  unanswered: 'Assistent wusste keine Antwort',
  late_deposit: 'Einzahlung ist überfällig',
  team: 'Vom Team eskaliert',
  assistant_failed: 'Assistent war gestört',
};

export const SENDER_WORDS: Record<SenderType, string> = {
  user: 'Kunde',
  bot: 'Assistent',
  admin: 'Support-Team',
};

/** After „Angaben“: of whom they are. */
export const GIVEN_BY: Record<SenderType, string> = {
  user: 'des Kunden',
  bot: 'des Assistenten',
  admin: 'des Support-Teams',
};

/** As they stand in the address. */
export const VIEW_NAMES = Object.fromEntries(VIEWS.map((view) => [view, VIEW_WORDS[view].name])) as Record<
  DeskView,
  string
>;

const [, PROMISED_MINUTES] = SERVICE_TIMES.humanReplyMinutes;

/** Longer than the customer was promised. */
export const isOverdue = (since: number, now: number): boolean => now - since > PROMISED_MINUTES * 60_000;

const isSameDay = (at: string, now: number): boolean => formatDate(at) === formatDate(now);

/** `14:30` of today, `20.11., 14:30` of earlier days. */
export const timeOfDay = (at: string, now = Date.now()): string =>
  isSameDay(at, now) ? formatTime(at) : formatDayMonthTime(at, now);

/** `14:30` of today, `20.11.` of earlier days: where there is little room. */
export const dayOrTime = (at: string, now: number): string =>
  isSameDay(at, now) ? formatTime(at) : formatDayMonth(at);
