import { useSyncExternalStore } from 'react';

export type ColorScheme = 'light' | 'dark';

const ATTRIBUTE = 'data-mantine-color-scheme';

/** What the page is shown in now, for drawings that cannot take their colours from the style sheet. */
export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(subscribe, read, () => 'light');
}

function read(): ColorScheme {
  return document.documentElement.getAttribute(ATTRIBUTE) === 'dark' ? 'dark' : 'light';
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: [ATTRIBUTE] });
  return () => observer.disconnect();
}
