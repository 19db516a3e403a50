import { newKey } from '../../../lib/server/use-command.ts';
import { isRecord, unsent } from '../../../lib/session/unsaved.ts';

export type DraftTarget = 'reply' | 'note';
export interface Draft {
  text: string;
  /** Of what is sent next. Another text is another message; the same one sent again is not, whatever was sent elsewhere. */
  clientId: string;
}
export type Drafts = Record<DraftTarget, Draft>;

export const newDraft = (text: string): Draft => ({ text, clientId: newKey() });

const placeOf = (chatId: string): string => `desk:${chatId}`;
const sentListeners = new Set<(chatId: string, target: DraftTarget, sent: string) => void>();

/** What was written and not sent, per chat, so that neither a look at another chat nor a reload loses anything. */
export const deskDrafts = {
  read(userId: string, chatId: string): Drafts {
    const kept = unsent.read(userId, placeOf(chatId));
    const { reply, note } = isRecord(kept) ? kept : {};
    return { reply: readDraft(reply), note: readDraft(note) };
  },
  keep: (userId: string, chatId: string, drafts: Drafts): void =>
    unsent.keep(userId, placeOf(chatId), drafts.reply.text === '' && drafts.note.text === '' ? null : drafts),
  /** A text has arrived, wherever the desk is by now: it is no draft any more, here nor in a field that shows it again. */
  markSent(userId: string, chatId: string, target: DraftTarget, sent: string): void {
    deskDrafts.keep(userId, chatId, withoutSent(deskDrafts.read(userId, chatId), target, sent));
    for (const listener of sentListeners) listener(chatId, target, sent);
  },
  onSent: (listener: (chatId: string, target: DraftTarget, sent: string) => void): (() => void) => {
    sentListeners.add(listener);
    return () => sentListeners.delete(listener);
  },
};

const readDraft = (kept: unknown): Draft =>
  isRecord(kept) && typeof kept.text === 'string' && typeof kept.clientId === 'string'
    ? { text: kept.text, clientId: kept.clientId }
    : newDraft('');

/** What was written on in the meantime stays. */
export const withoutSent = (drafts: Drafts, target: DraftTarget, sent: string): Drafts =>
  drafts[target].text.trim() === sent ? { ...drafts, [target]: newDraft('') } : drafts;
