import type { SupportThread } from '@botdepot/contract';
import { useEffect, useState } from 'react';
import { useConnectionState } from '../../lib/live.tsx';

/** An answer that takes longer than this may still come, but nobody watches dots for it. */
const LONGEST_MS = 20_000;

/**
 * Whether the dots are shown: while an answer is due, for a while at most, and only with a connection, since without one nobody
 * knows whether it has come.
 */
export function useIsTyping(thread: SupportThread | undefined): boolean {
  const connection = useConnectionState();
  const [givenUp, setGivenUp] = useState('');
  const due = thread?.chat.assistantTyping ? `${thread.chat.id}/${thread.chat.lastSeq}` : '';
  useEffect(() => {
    if (due === '') return;
    const timer = setTimeout(() => setGivenUp(due), LONGEST_MS);
    return () => clearTimeout(timer);
  }, [due]);
  const away = connection === 'lost' || connection === 'refused';
  return due !== '' && due !== givenUp && !away;
}
