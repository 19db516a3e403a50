import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { NO_CONNECTION } from '../../lib/page/later.ts';
import { Notice } from '../state/notice.tsx';
import classes from './held-notice.module.css';

/** As long as a toast about a failure. */
const SHOWN_FOR_MS = 8_000;

interface Held {
  /** The place of the words, empty until they are told. */
  notice: ReactNode;
  tell: () => void;
  end: () => void;
}

/** Says that one has stayed, since the page one would go to is not here: without a toast, what shows those may not be here either. */
export function useHeldNotice(): Held {
  /** How often, so that every time is told; 0 when there is nothing to tell. */
  const [held, setHeld] = useState(0);
  const tell = useCallback(() => setHeld((times) => times + 1), []);
  const end = useCallback(() => setHeld(0), []);
  useEffect(() => {
    if (held === 0) return;
    const timer = setTimeout(end, SHOWN_FOR_MS);
    window.addEventListener('online', end);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
    };
  }, [held, end]);
  const notice = (
    <div className={classes.place} role="status">
      {held > 0 && (
        <div key={held} className={classes.note}>
          <Notice kind="warning" title="Die Seite konnte nicht geladen werden">
            {NO_CONNECTION}
          </Notice>
        </div>
      )}
    </div>
  );
  return { notice, tell, end };
}

/** The same on a page without the router, whose links lead to new documents: without a network the browser would end the visit. */
export function HeldLinks() {
  const { notice, tell } = useHeldNotice();
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link =
        event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
      const isOwn = link && link.origin === window.location.origin && !link.target;
      const isPlain =
        event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (!isOwn || !isPlain || navigator.onLine) return;
      event.preventDefault();
      // Without a network there may still be a server: on this computer.
      fetch(link.href, { method: 'HEAD', cache: 'no-store' }).then(
        () => window.location.assign(link.href),
        tell,
      );
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [tell]);
  return notice;
}
