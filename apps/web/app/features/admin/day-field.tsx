import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { readTypedDay, typedDayProblem } from '../../lib/form/typed.ts';
import { formatUtcDay } from '../../lib/format/plain-days.ts';
import { useTouched } from '../../ui/form/field.tsx';

const DAY = clsx(
  'inline-flex items-center gap-2 text-[14px] text-muted',
  '[&_input]:min-w-0 [&_input]:w-[7.5rem] [&_input]:h-11 [&_input]:py-0 [&_input]:px-3 [&_input]:border',
  '[&_input]:border-border [&_input]:rounded-control [&_input]:bg-surface [&_input]:text-text',
  '[&_input]:font-550 [&_input:hover]:border-control [&_input::placeholder]:text-muted',
  '[&_input::placeholder]:opacity-100 [&_input[aria-invalid]]:border-down',
  'max-md:[&_input]:flex-1 max-md:[&_input]:w-full max-md:[&_input]:py-0 max-md:[&_input]:px-2',
);

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
    // Not set to what it is: React would keep that and put it over the day that a pressed button asks for.
    if (day !== undefined && shown(day) !== text) setText(shown(day));
  };
  const problem = touched ? typedDayProblem(text) : null;
  return (
    <div className="grid gap-1 max-md:flex-[1_1_8rem]! max-md:min-w-0 max-md:content-start">
      <label className={DAY}>
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
        <p id={problemId} className="text-xs text-down" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

const shown = (day: string | undefined): string => (day === undefined ? '' : formatUtcDay(day));
