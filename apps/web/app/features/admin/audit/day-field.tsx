import { useState } from 'react';
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
  return (
    <label className={classes.day}>
      {label}
      <input
        type="text"
        inputMode="numeric"
        placeholder="TT.MM.JJJJ"
        autoComplete="off"
        maxLength={10}
        value={text}
        aria-invalid={(left && isWrong) || undefined}
        title={left && isWrong ? 'Bitte als Tag.Monat.Jahr, zum Beispiel 01.11.2026' : undefined}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={() => setLeft(true)}
      />
    </label>
  );
}

const shown = (day: string | undefined): string => (day === undefined ? '' : formatDate(`${day}T12:00:00Z`));

function dayOf(text: string): string | undefined {
  const date = parseGermanDate(text);
  return date ? berlin(date).format('YYYY-MM-DD') : undefined;
}
