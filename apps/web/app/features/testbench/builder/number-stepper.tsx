import { formatNumber } from '@botdepot/trading/browser';
import { useEffect, useId, useState } from 'react';
import { FieldProblem } from '../../../ui/form/field.tsx';
import { IconButton } from '../../../ui/form/icon-button.tsx';
import { IconMinus, IconPlus } from '../../../ui/icon/icons.ts';
import type { NumberRange } from './operand-choices.ts';

interface NumberStepperProps {
  range: NumberRange;
  value: number;
  onChange: (value: number) => void;
  autoFocus?: boolean;
}

/** A number with one step down and one up. What is typed counts as soon as it is a number within the bounds. */
export function NumberStepper({ range, value, onChange, autoFocus }: NumberStepperProps) {
  const { label, min, max, step, unit } = range;
  const id = useId();
  const [text, setText] = useState(() => formatNumber(value));
  const problem = problemOf(text, range);
  useEffect(() => {
    // The value changed elsewhere: by a step, by „Rückgängig“.
    setText((before) => (numberOf(before) === value ? before : formatNumber(value)));
  }, [value]);
  const type = (next: string) => {
    setText(next);
    if (problemOf(next, range) === null) onChange(numberOf(next));
  };
  const move = (steps: number) => {
    const next = Number((value + steps * step).toFixed(range.digits));
    onChange(Math.min(max, Math.max(min, next)));
  };
  return (
    <div className="grid grid-cols-1 gap-1">
      <label className="text-sm text-muted" htmlFor={id}>
        {label}
      </label>
      <div className="inline-flex items-center w-max border border-control rounded-control bg-surface">
        <IconButton
          icon={IconMinus}
          label={`${label} verringern`}
          disabled={value <= min}
          onClick={() => move(-1)}
        />
        <input
          id={id}
          className="w-18 h-11 border-0 bg-transparent text-center text-base font-620 tabular-nums outline-none"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: it was opened by pressing the number that it changes
          autoFocus={autoFocus}
          value={text}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={() => setText(formatNumber(value))}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            move(event.key === 'ArrowUp' ? 1 : -1);
          }}
        />
        {unit && <span className="pr-1 text-sm text-muted">{unit}</span>}
        <IconButton
          icon={IconPlus}
          label={`${label} erhöhen`}
          disabled={value >= max}
          onClick={() => move(1)}
        />
      </div>
      {problem !== null && <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>}
    </div>
  );
}

/** „1.234,5“ and „−3“ as numbers; NaN for anything else. */
export function numberOf(text: string): number {
  const plain = text.trim().replace('−', '-');
  if (!/^-?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/.test(plain)) return Number.NaN;
  return Number(plain.replaceAll('.', '').replace(',', '.'));
}

function problemOf(text: string, { min, max, digits }: NumberRange): string | null {
  const value = numberOf(text);
  if (Number.isNaN(value))
    return /^[-−]?\d*\.\d+$/.test(text.trim()) ? 'Bitte mit Komma, wie 1,5.' : 'Bitte eine Zahl eingeben.';
  if (value < min || value > max) return `Von ${formatNumber(min)} bis ${formatNumber(max)}.`;
  if (Number(value.toFixed(digits)) !== value)
    return digits === 0 ? 'Bitte eine ganze Zahl.' : `Höchstens ${digits} Nachkommastellen.`;
  return null;
}
