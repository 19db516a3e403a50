import { useSyncExternalStore } from 'react';
import { KEPT_COLOUR_SCHEME } from './kept-colours.ts';

export type ColourScheme = 'light' | 'dark' | 'auto';

/** Shows every page of this browser in this scheme from now on. */
export function setColourScheme(scheme: ColourScheme): void {
  try {
    localStorage.setItem(KEPT_COLOUR_SCHEME, scheme);
  } catch {
    // Without storage there is nothing to choose.
    return;
  }
  // Browsers tell other tabs only; the script in the head hears both.
  window.dispatchEvent(new StorageEvent('storage', { key: KEPT_COLOUR_SCHEME, newValue: scheme }));
}

export const useColourScheme = (): ColourScheme => useSyncExternalStore(subscribe, read, () => 'auto');

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

function read(): ColourScheme {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(KEPT_COLOUR_SCHEME);
  } catch {}
  return kept === 'light' || kept === 'dark' ? kept : 'auto';
}
