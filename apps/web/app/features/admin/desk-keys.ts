import { useEffect, useRef } from 'react';
import { isBusy } from '../../lib/is-typing.ts';

export interface DeskCommands {
  next: () => void;
  previous: () => void;
}

/** J and K lead from chat to chat. They rest while somebody types, in every dialog and menu, and when switched off. */
export function useDeskKeys(enabled: boolean, commands: DeskCommands): void {
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
      const key = event.key.toLowerCase();
      if (key !== 'j' && key !== 'k') return;
      if (isBusy(event.target)) return;
      event.preventDefault();
      if (key === 'j') latest.current.next();
      else latest.current.previous();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [enabled]);
}
