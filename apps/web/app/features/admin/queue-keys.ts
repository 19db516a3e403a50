import { useEffect, useRef, useState } from 'react';
import { readCookie, writeCookie } from '../../lib/cookies.ts';

export interface QueueCommands {
  next: () => void;
  previous: () => void;
  /** Takes the current one into the selection, or out of it. */
  choose: () => void;
  open: () => void;
  approve: () => void;
  reject: () => void;
  /** Gives the selection up. */
  clear: () => void;
}

const COMMANDS: Record<string, keyof QueueCommands> = {
  j: 'next',
  k: 'previous',
  x: 'choose',
  enter: 'open',
  a: 'approve',
  r: 'reject',
  escape: 'clear',
};

/** Single letters as commands of the page. They rest while somebody types, in every dialog, and when switched off. */
export function useQueueKeys(enabled: boolean, commands: QueueCommands): void {
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      const command = COMMANDS[event.key.toLowerCase()];
      if (!command || event.defaultPrevented || event.repeat) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (!(event.target instanceof Element) || isBusy(event.target, command)) return;
      event.preventDefault();
      latest.current[command]();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [enabled]);
}

function isBusy(target: Element, command: keyof QueueCommands): boolean {
  if (document.querySelector('[role="dialog"], [role="menu"]')) return true;
  if (target.closest('input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]'))
    return true;
  // Enter on a button or a link is that button's or link's own.
  return command === 'open' && target.closest('button, a') !== null;
}

const COOKIE = 'admin_keys';
const ONE_YEAR_S = 365 * 24 * 60 * 60;

export const areLetterKeysOn = (): boolean => readCookie(COOKIE) !== 'off';

/** Letters that act on their own must be possible to switch off (WCAG 2.1.4); the choice is kept. */
export function useKeysSwitch(): [enabled: boolean, toggle: () => void] {
  const [enabled, setEnabled] = useState(areLetterKeysOn);
  const toggle = () => {
    writeCookie(COOKIE, enabled ? 'off' : 'on', ONE_YEAR_S);
    setEnabled(!enabled);
  };
  return [enabled, toggle];
}
