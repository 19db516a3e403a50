import { clsx } from 'clsx';
import { useId } from 'react';
import { lengthProblem } from '../../lib/form/text-length.ts';
import { NBSP } from '../../lib/format/numbers.ts';
import { useFilterText } from '../../lib/url/use-filter-text.ts';
import { Icon } from '../icon/icon.tsx';
import { IconSearch } from '../icon/icons.ts';

const SEARCH = clsx(
  'flex flex-[1_1_16rem] items-center gap-2 min-w-0 max-w-[22rem] h-11 px-3 border border-control',
  'rounded-control bg-surface text-muted focus-within:border-primary focus-within:outline-2',
  'focus-within:outline-primary focus-within:outline-offset-1',
  'has-[p]:flex-wrap has-[p]:h-auto data-invalid:border-down',
  '[&_p]:basis-full [&_p]:pb-1.5 [&_p]:text-[12px]/4 data-invalid:[&_p]:text-down',
  '[&_input]:flex-1 [&_input]:min-w-0 [&_input]:h-10.5 [&_input]:p-0 [&_input]:border-0',
  '[&_input]:bg-transparent [&_input]:outline-none [&_input]:text-text [&_input]:text-[15px]',
  '[&_input::placeholder]:text-muted [&_input::placeholder]:opacity-100',
  'max-md:basis-full max-md:max-w-none print:has-[:placeholder-shown]:hidden',
);

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
  const [text, setText, settled] = useFilterText({
    value,
    wanted: (settled) => (lengthProblem(settled, LONGEST) || settled.length < minLength ? '' : settled),
    onChange: onSearch,
  });
  const problem = lengthProblem(text, LONGEST);
  const hint =
    settled !== '' && settled.length < minLength ? `Gesucht wird ab ${minLength}${NBSP}Zeichen.` : null;
  const said = problem ?? hint;
  const saidId = useId();
  return (
    <search className={SEARCH} data-invalid={problem !== null || undefined}>
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
        aria-describedby={said ? saidId : undefined}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {said && (
        <p id={saidId} role={problem ? 'alert' : 'status'}>
          {said}
        </p>
      )}
    </search>
  );
}
