import type { QueryClient } from '@tanstack/react-query';
import { newKey } from '../../../lib/server/uuid.ts';

export type DraftTarget = 'reply' | 'note';
export interface Draft {
  text: string;
  /** Of what is sent next. Another text is another message; the same one sent again is not, whatever was sent elsewhere. */
  clientId: string;
}
export type Drafts = Record<DraftTarget, Draft>;

export const newDraft = (text: string): Draft => ({ text, clientId: newKey() });

const draftKey = (id: string) => ['desk-draft', id];
const sentListeners = new Set<(chatId: string, target: DraftTarget, sent: string) => void>();

/** What was written and not sent, per chat, so that a look at another chat loses nothing. It ends with the session. */
export const deskDrafts = {
  read: (client: QueryClient, chatId: string): Drafts =>
    client.getQueryData<Drafts>(draftKey(chatId)) ?? { reply: newDraft(''), note: newDraft('') },
  keep: (client: QueryClient, chatId: string, drafts: Drafts): void => {
    client.setQueryDefaults(['desk-draft'], { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData(draftKey(chatId), drafts);
  },
  /** A text has arrived, wherever the desk is by now: it is no draft any more, here nor in a field that shows it again. */
  markSent: (client: QueryClient, chatId: string, target: DraftTarget, sent: string): void => {
    deskDrafts.keep(client, chatId, withoutSent(deskDrafts.read(client, chatId), target, sent));
    for (const listener of sentListeners) listener(chatId, target, sent);
  },
  onSent: (listener: (chatId: string, target: DraftTarget, sent: string) => void): (() => void) => {
    sentListeners.add(listener);
    return () => sentListeners.delete(listener);
  },
};

/** What was written on in the meantime stays. */
export const withoutSent = (drafts: Drafts, target: DraftTarget, sent: string): Drafts =>
  drafts[target].text.trim() === sent ? { ...drafts, [target]: newDraft('') } : drafts;
