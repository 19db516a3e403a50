import { IconSearch } from '@tabler/icons-react';
import { useFilterText } from '../lib/use-filter-text.ts';
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
  const [text, setText] = useFilterText({
    value,
    wanted: (settled) => (settled.length < minLength ? '' : settled),
    onChange: onSearch,
  });
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
