import { useCallback, useEffect, useState } from 'react';
import { readCookie, writeCookie } from '../lib/cookies.ts';

const COOKIE = 'sidebar_state';
const SEVEN_DAYS_S = 7 * 24 * 60 * 60;

/** Open or collapsed, kept for seven days. Ctrl/Cmd+B asks for the change. */
export function useSidebarState(onShortcut: () => void): { open: boolean; toggle: () => void } {
  const [open, setOpen] = useState(() => readCookie(COOKIE) !== 'false');

  const toggle = useCallback(() => {
    setOpen((before) => {
      writeCookie(COOKIE, String(!before), SEVEN_DAYS_S);
      return !before;
    });
  }, []);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'b' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      onShortcut();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [onShortcut]);

  return { open, toggle };
}
