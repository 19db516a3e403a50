import type { SupportThread } from '@botdepot/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../lib/server/api.ts';
import { takeAnswer } from './support.queries.ts';

/** What stands in the open window has been read, as long as the tab is the one that is seen. */
export function useMarkRead(thread: SupportThread | undefined): void {
  const client = useQueryClient();
  const marked = useRef('');
  const id = thread?.chat.id;
  const lastSeq = thread?.messages.at(-1)?.seq ?? 0;
  const unread = thread?.chat.unread ?? 0;
  useEffect(() => {
    if (id === undefined || unread === 0) return;
    const mark = () => {
      const seen = `${id}/${lastSeq}`;
      if (document.visibilityState !== 'visible' || marked.current === seen) return;
      marked.current = seen;
      api.support.markSupportRead({ id, seq: lastSeq }).then(
        (chat) => takeAnswer(client, chat),
        (error: unknown) => {
          // The next message marks this one as well.
          console.error(error);
        },
      );
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [client, id, lastSeq, unread]);
}
