import { IconSearch } from '@tabler/icons-react';
import { useId } from 'react';
import { lengthProblem } from '../lib/text-length.ts';
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

/** As long as the server takes. */
const LONGEST = 100;

/** Searches by itself when typing pauses. */
export function SearchField({ label, placeholder, value, onSearch, minLength = 1 }: SearchFieldProps) {
  const [text, setText] = useFilterText({
    value,
    wanted: (settled) => (lengthProblem(settled, LONGEST) || settled.length < minLength ? '' : settled),
    onChange: onSearch,
  });
  const problem = lengthProblem(text, LONGEST);
  const problemId = useId();
  return (
    <search className={classes.search} data-invalid={problem !== null || undefined}>
      <Icon as={IconSearch} size={16} />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem ? problemId : undefined}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {problem && (
        <p id={problemId} role="alert">
          {problem}
        </p>
      )}
    </search>
  );
}
