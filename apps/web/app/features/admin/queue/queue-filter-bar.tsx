import { CRYPTO_CURRENCIES } from '@botdepot/contract';
import { clsx } from 'clsx';
import { useId } from 'react';
import { readAmountText } from '../../../lib/form/typed.ts';
import { REQUEST_UNIT } from '../../../lib/format/numbers.ts';
import { useFilterText } from '../../../lib/url/use-filter-text.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { FilterSelect, UnreadFilters } from '../../../ui/table/filters.tsx';
import { SearchField } from '../../../ui/table/search-field.tsx';
import { SEARCH_MIN_LENGTH } from '../admin-texts.ts';
import { type QueueFilters, WAITING_HOURS } from './use-queue-filters.ts';

/** What is wrong stands below its field and moves no other. */
const FILTERS = clsx(
  "flex flex-wrap items-center gap-2 mb-4 has-[[role='alert']]:items-start",
  'max-[1024px]:[&>search]:basis-full max-[1024px]:[&>search]:max-w-none',
  'max-md:[&>span]:flex-auto max-md:[&>span]:w-auto max-md:[&>span>select]:w-full',
);
const BOUND = clsx(
  'flex items-center gap-1.5 w-[8.5rem] min-w-0 h-11 px-3 border border-control rounded-control',
  'bg-surface text-[12px] text-muted focus-within:border-primary focus-within:outline-2',
  'focus-within:outline-primary focus-within:outline-offset-1',
  'data-invalid:border-down [&_input]:flex-1 [&_input]:min-w-0 [&_input]:size-full [&_input]:p-0',
  '[&_input]:border-0 [&_input]:outline-none [&_input]:bg-transparent [&_input]:text-text',
  '[&_input]:text-[14px] [&_input]:text-right [&_input]:tabular-nums',
  '[&_input::placeholder]:text-muted [&_input::placeholder]:opacity-100',
  'max-md:flex-auto max-md:w-auto max-md:basis-[8rem]',
);
/** Below both fields, as wide as they are. */
const BOUND_PROBLEM = 'order-1 w-0 min-w-full text-xs text-down';

const CURRENCIES = CRYPTO_CURRENCIES.map((value) => ({ value, label: value }));
const WAITING = WAITING_HOURS.map((value) => ({ value, label: `Seit über ${value}\u00a0Std.` }));

/** What both queues show. */
export function QueueFilterBar({ filters }: { filters: QueueFilters }) {
  const { value, isReversed, set, clear } = filters;
  return (
    <>
      <div className={FILTERS}>
        <SearchField
          minLength={SEARCH_MIN_LENGTH}
          label="Anträge suchen"
          placeholder="E-Mail, Kennung oder Referenz"
          value={value.query}
          onSearch={(query) => set({ query })}
        />
        <FilterSelect
          label="Währung"
          allLabel="Alle Währungen"
          options={CURRENCIES}
          value={value.currency}
          onChange={(currency) => set({ currency })}
        />
        <FilterSelect
          label="Wartezeit"
          allLabel="Jede Wartezeit"
          options={WAITING}
          value={value.waiting}
          onChange={(waiting) => set({ waiting })}
        />
        <AmountFilter
          from={value.from}
          to={value.to}
          onFrom={(from) => set({ from })}
          onTo={(to) => set({ to })}
        />
        {filters.canClear && (
          <Button look="quiet" size="sm" onClick={clear}>
            Filter aufheben
          </Button>
        )}
      </div>
      <div role="status" className="not-empty:mb-4">
        <UnreadFilters {...filters} />
        {isReversed && (
          <Notice kind="warning" title="Der Betrag „ab“ liegt über dem Betrag „bis“">
            So kann kein Antrag gefunden werden.
          </Notice>
        )}
      </div>
    </>
  );
}

interface AmountFilterProps {
  from: string;
  to: string;
  onFrom: (text: string) => void;
  onTo: (text: string) => void;
}

/** From one amount to another, both included. What is no amount filters nothing and says so: no other one is in force unseen. */
export function AmountFilter({ from, to, onFrom, onTo }: AmountFilterProps) {
  return (
    <fieldset className="bare-fieldset flex flex-wrap gap-2 min-w-0 max-md:flex-auto max-md:w-auto max-md:basis-full">
      <legend className="vh">{`Betrag in ${REQUEST_UNIT}`}</legend>
      <Bound label="Betrag ab" placeholder="ab" value={from} onSettled={onFrom} />
      <Bound label="Betrag bis" placeholder="bis" value={to} onSettled={onTo} />
    </fieldset>
  );
}

interface BoundProps {
  label: string;
  placeholder: string;
  value: string;
  onSettled: (text: string) => void;
}

function Bound({ label, placeholder, value, onSettled }: BoundProps) {
  const [text, setText] = useFilterText({ value, wanted: (settled) => settled, onChange: onSettled });
  const problemId = useId();
  // Nobody is corrected in the middle of an amount.
  const problem = text.trim() === value ? readAmountText(value, { unit: REQUEST_UNIT }).problem : null;
  return (
    <>
      <span className={BOUND} data-invalid={problem !== null || undefined}>
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="search"
          aria-label={`${label}, ${REQUEST_UNIT}`}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : problemId}
          placeholder={placeholder}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <span aria-hidden>{REQUEST_UNIT}</span>
      </span>
      {problem !== null && (
        <p id={problemId} className={BOUND_PROBLEM} role="alert">
          {`${label}: ${problem}`}
        </p>
      )}
    </>
  );
}
