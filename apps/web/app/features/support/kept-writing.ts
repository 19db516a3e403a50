import type { OutgoingMessage } from './outgoing.ts';

/** What somebody has written and the server has not got: the text in the field, and messages on their way. */
export interface KeptWriting {
  draft: string;
  outgoing: readonly Pick<OutgoingMessage, 'clientId' | 'text'>[];
}

const PREFIX = 'support-chat:';
const NOTHING: KeptWriting = { draft: '', outgoing: [] };

/**
 * Kept by the tab, so that a reload takes nothing away. Each account has its own, and a sign-out forgets them all: others may
 * sign in at the same screen.
 */
export const keptWriting = {
  read(userId: string): KeptWriting {
    try {
      return readKept(JSON.parse(sessionStorage.getItem(PREFIX + userId) ?? 'null'));
    } catch {
      // Storage can be switched off, and anybody can write into it.
      return NOTHING;
    }
  },
  keep(userId: string, { draft, outgoing }: KeptWriting): void {
    try {
      if (draft === '' && outgoing.length === 0) sessionStorage.removeItem(PREFIX + userId);
      else sessionStorage.setItem(PREFIX + userId, JSON.stringify({ draft, outgoing }));
    } catch {
      // Switched off or full: then it lasts as long as the page.
    }
  },
  forgetAll(): void {
    try {
      for (const key of Object.keys(sessionStorage))
        if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    } catch {
      // Switched off, so there is nothing.
    }
  },
};

function readKept(kept: unknown): KeptWriting {
  if (!isRecord(kept)) return NOTHING;
  const { draft, outgoing } = kept;
  return {
    draft: typeof draft === 'string' ? draft : '',
    outgoing: (Array.isArray(outgoing) ? outgoing : []).flatMap((one: unknown) =>
      isRecord(one) && typeof one.clientId === 'string' && typeof one.text === 'string'
        ? [{ clientId: one.clientId, text: one.text }]
        : [],
    ),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
