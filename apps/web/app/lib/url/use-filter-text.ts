import { useEffect, useRef, useState } from 'react';

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

interface FilterText {
  /** What is filtered by now; it also changes without this field: filters are cleared, and the browser goes back. */
  value: string;
  /**
   * What to filter by for a text that has settled: nothing else than what stands in the field, hence nothing where that is no
   * good. Must not change its mind.
   */
  wanted: (settled: string) => string;
  onChange: (value: string) => void;
}

/** The text of a field that filters a list by itself when typing pauses, how to change it, and what it was at the last pause. */
export function useFilterText({ value, wanted, onChange }: FilterText) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const latest = useRef({ wanted, onChange });
  latest.current = { wanted, onChange };
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);
  const settled = useSettledText(text.trim());
  useEffect(() => {
    const next = latest.current.wanted(settled);
    if (next === asked.current) return;
    asked.current = next;
    latest.current.onChange(next);
  }, [settled]);
  return [text, setText, settled] as const;
}
