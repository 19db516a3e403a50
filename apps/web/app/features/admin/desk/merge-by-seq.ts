import type { SupportMessage } from '@botdepot/contract';
import { mergeMessages } from '../../../entities/chat/merge-messages.ts';

/** Both parts of a chat, each message once, in order. Known ones that leave a gap before the new ones are dropped. */
export function mergeBySeq(
  known: readonly SupportMessage[],
  more: readonly SupportMessage[],
): SupportMessage[] {
  const inOrder = mergeMessages(known, more);
  const gap = inOrder.findLastIndex(
    ({ seq }, index) => index > 0 && seq !== (inOrder[index - 1]?.seq ?? 0) + 1,
  );
  return gap === -1 ? inOrder : inOrder.slice(gap);
}
