import { CRYPTO_CURRENCIES } from '@botdepot/contract';
import { useId } from 'react';
import { readAmountText } from '../../../lib/amount-text.ts';
import { REQUEST_UNIT } from '../../../lib/units.ts';
import { useFilterText } from '../../../lib/use-filter-text.ts';
import { Button } from '../../../ui/button.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SEARCH_MIN_LENGTH } from '../search-length.ts';
import classes from './queue.module.css';
import { type QueueFilters, WAITING_HOURS } from './use-queue-filters.ts';

const CURRENCIES = CRYPTO_CURRENCIES.map((value) => ({ value, label: value }));
const WAITING = WAITING_HOURS.map((value) => ({ value, label: `Seit über ${value}\u00a0Std.` }));

/** What both queues show. */
export function QueueFilterBar({ filters }: { filters: QueueFilters }) {
  const { value, isFiltered, set, clear } = filters;
  return (
    <div className={classes.filters}>
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
      {isFiltered && (
        <Button look="quiet" size="sm" onClick={clear}>
          Filter aufheben
        </Button>
      )}
    </div>
  );
}

interface AmountFilterProps {
  from: string;
  to: string;
  onFrom: (text: string) => void;
  onTo: (text: string) => void;
}

/** From one amount to another, both included. What is no amount filters nothing and says so: no other one is in force unseen. */
function AmountFilter({ from, to, onFrom, onTo }: AmountFilterProps) {
  return (
    <fieldset className={`bare-fieldset ${classes.amounts}`}>
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
      <span className={classes.bound} data-invalid={problem !== null || undefined}>
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
        <p id={problemId} className={classes.boundProblem} role="alert">
          {`${label}: ${problem}`}
        </p>
      )}
    </>
  );
}
