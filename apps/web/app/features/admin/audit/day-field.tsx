import { useId, useState } from 'react';
import { formatUtcDay } from '../../../lib/plain-days.ts';
import { readTypedDay, typedDayProblem } from '../../../lib/typed-days.ts';
import { useTouched } from '../../../ui/use-touched.ts';
import classes from './audit.module.css';

interface DayFieldProps {
  label: string;
  /** `2026-11-21` */
  value: string | undefined;
  onChange: (value: string | null) => void;
}

/**
 * A day as it is written in German. It filters once it is a whole day, or empty again. A short year waits until the field is
 * left: „01.08.20“ may be on its way to 2025. What is no day then filters nothing, so that no other day is in force unseen.
 */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const [text, setText] = useState(shown(value));
  const [known, setKnown] = useState(value);
  const { touched, setTouched, onBlur, onKeyDown } = useTouched();
  const problemId = useId();
  // Filters can be cleared elsewhere, and the browser can go back.
  if (value !== known) {
    setKnown(value);
    if ((readTypedDay(text) ?? undefined) !== value) setText(shown(value));
  }
  const filterBy = (day: string | undefined) => {
    if (day !== value) onChange(day ?? null);
  };
  const type = (typed: string) => {
    setText(typed);
    setTouched(false);
    if (typed.trim() === '') onChange(null);
    else if (/\d{4}$/.test(typed.trim())) filterBy(readTypedDay(typed) ?? value);
  };
  const settle = () => {
    const day = readTypedDay(text) ?? undefined;
    filterBy(day);
    if (day !== undefined) setText(shown(day));
  };
  const problem = touched ? typedDayProblem(text) : null;
  return (
    <div className={classes.dayField}>
      <label className={classes.day}>
        {label}
        <input
          type="text"
          inputMode="numeric"
          placeholder="TT.MM.JJJJ"
          autoComplete="off"
          value={text}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : problemId}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={(event) => {
            settle();
            onBlur(event);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle();
            onKeyDown(event);
          }}
        />
      </label>
      {problem !== null && (
        <p id={problemId} className={classes.dayProblem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

const shown = (day: string | undefined): string => (day === undefined ? '' : formatUtcDay(day));
