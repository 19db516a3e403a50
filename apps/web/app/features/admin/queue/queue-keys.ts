import { useEffect, useRef, useState } from 'react';
import { isBusy } from '../../../lib/page/device.ts';
import { readCookie, writeCookie } from '../../../lib/session/cookies.ts';

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
      if (isBusy(event.target) || (command === 'open' && isOwnEnter(event.target))) return;
      event.preventDefault();
      latest.current[command]();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [enabled]);
}

/** Enter on a button or a link is that button's or link's own. */
const isOwnEnter = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a') !== null;

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
