import { isRecord, unsent } from '../../lib/session/unsaved.ts';
import type { OutgoingMessage } from './outgoing.ts';

/** What somebody has written and the server has not got: the text in the field, and messages on their way. */
export interface KeptWriting {
  draft: string;
  outgoing: readonly Pick<OutgoingMessage, 'clientId' | 'text'>[];
}

const PLACE = 'support-chat';

export const keptWriting = {
  read: (userId: string): KeptWriting => readKept(unsent.read(userId, PLACE)),
  keep: (userId: string, written: KeptWriting): void =>
    unsent.keep(userId, PLACE, written.draft === '' && written.outgoing.length === 0 ? null : written),
};

function readKept(kept: unknown): KeptWriting {
  if (!isRecord(kept)) return { draft: '', outgoing: [] };
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
