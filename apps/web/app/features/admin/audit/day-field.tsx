import { useId, useState } from 'react';
import { berlin, formatDate, parseGermanDate } from '../../../lib/dates.ts';
import classes from './audit.module.css';

interface DayFieldProps {
  label: string;
  /** `2026-11-21` */
  value: string | undefined;
  onChange: (value: string | null) => void;
}

/** A day as it is written in German. It filters once it is a whole day, or empty again. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const [text, setText] = useState(shown(value));
  const [known, setKnown] = useState(value);
  const [left, setLeft] = useState(false);
  const problemId = useId();
  // Filters can be cleared elsewhere, and the browser can go back.
  if (value !== known) {
    setKnown(value);
    if (dayOf(text) !== value) setText(shown(value));
  }
  const isWrong = text.trim() !== '' && dayOf(text) === undefined;
  const type = (typed: string) => {
    setText(typed);
    setLeft(false);
    const day = dayOf(typed);
    if (typed.trim() === '') onChange(null);
    else if (day !== undefined && day !== value) onChange(day);
  };
  const problem = left && isWrong ? problemOf(text) : null;
  return (
    <div className={classes.dayField}>
      <label className={classes.day}>
        {label}
        <input
          type="text"
          inputMode="numeric"
          placeholder="TT.MM.JJJJ"
          autoComplete="off"
          maxLength={10}
          value={text}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : problemId}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={() => setLeft(true)}
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

/** A day that is written well and is none is another mistake than one that is not written as a day. */
const problemOf = (text: string): string =>
  /^\d{1,2}\.\d{1,2}\.\d{4}$/.test(text.trim()) ? 'Diesen Tag gibt es nicht.' : 'Bitte als TT.MM.JJJJ.';

const shown = (day: string | undefined): string => (day === undefined ? '' : formatDate(`${day}T12:00:00Z`));

function dayOf(text: string): string | undefined {
  const date = parseGermanDate(text);
  return date ? berlin(date).format('YYYY-MM-DD') : undefined;
}
