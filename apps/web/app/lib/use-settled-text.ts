import { useEffect, useState } from 'react';

/** Somebody who types is not asked about every letter. */
const TYPING_PAUSE_MS = 250;

/** The text once nobody has typed for a moment. */
export function useSettledText(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
