import { useId } from 'react';
import { readAmountText } from '../../../lib/amount-text.ts';
import { REQUEST_UNIT } from '../../../lib/units.ts';
import { useFilterText } from '../../../lib/use-filter-text.ts';
import classes from './queue.module.css';

interface AmountFilterProps {
  from: string;
  to: string;
  onFrom: (text: string) => void;
  onTo: (text: string) => void;
}

/** From one amount to another, both included. What is no amount filters nothing and says so: no other one is in force unseen. */
export function AmountFilter({ from, to, onFrom, onTo }: AmountFilterProps) {
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
