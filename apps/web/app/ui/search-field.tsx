import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useSettledText } from '../lib/use-settled-text.ts';
import { Icon } from './icon.tsx';
import classes from './search-field.module.css';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** What the list is searched for; empty for nothing. */
  value: string;
  onSearch: (text: string) => void;
  /** Fewer letters search for nothing. */
  minLength?: number;
}

/** Searches by itself when typing pauses. */
export function SearchField({ label, placeholder, value, onSearch, minLength = 1 }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  // Filters can be cleared elsewhere, and the browser can go back.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);
  const settled = useSettledText(text.trim());
  useEffect(() => {
    const wanted = settled.length < minLength ? '' : settled;
    if (wanted === asked.current) return;
    asked.current = wanted;
    latest.current(wanted);
  }, [settled, minLength]);
  return (
    <search className={classes.search}>
      <Icon as={IconSearch} size={16} />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={100}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </search>
  );
}
