import { clsx } from 'clsx';
import type { KeyboardEvent, Ref } from 'react';
import { Chip } from '../../../ui/chip.tsx';
import { FIELD_BOX, FIELD_INPUT, Field } from '../../../ui/field.tsx';
import { useTouched } from '../../../ui/use-touched.ts';
import { percentLabel, percentNumber, readPercentText, steppedPercent } from './percent-text.ts';

const PERCENT = clsx(
  '[input&]:text-right [input&]:text-[20px] [input&]:font-semibold [input&]:tabular-nums',
  '[input&]:placeholder:text-control [input&]:placeholder:opacity-100',
);

const PRESETS = [50n, 100n, 200n, -50n];

interface PercentFieldProps {
  /** Exactly what was typed; read it with `readPercentText`. */
  text: string;
  onTextChange: (text: string) => void;
  disabled?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** A text field for the same reason as `MoneyInput`; the arrow keys go in steps of 0.1. */
export function PercentField({ text, onTextChange, disabled, ref }: PercentFieldProps) {
  const { touched, setTouched, onBlur, onKeyDown } = useTouched();
  const { hundredths, problem } = readPercentText(text);
  const change = (next: string) => {
    setTouched(false);
    onTextChange(next);
  };
  const step = (event: KeyboardEvent) => {
    onKeyDown(event);
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    change(steppedPercent(text, event.key === 'ArrowUp' ? 1 : -1));
  };
  const shownProblem = touched ? problem : null;
  return (
    <div>
      <Field label="Rendite in Prozent" problem={shownProblem}>
        {(ids) => (
          <div
            className={FIELD_BOX}
            data-invalid={shownProblem ? true : undefined}
            data-disabled={disabled || undefined}
          >
            <input
              ref={ref}
              type="text"
              name="percent"
              role="spinbutton"
              aria-valuenow={hundredths === null ? undefined : Number(hundredths) / 100}
              aria-valuetext={hundredths === null ? text : percentLabel(hundredths)}
              placeholder="0,0"
              autoComplete="off"
              enterKeyHint="done"
              id={ids.input}
              className={`${FIELD_INPUT} ${PERCENT}`}
              disabled={disabled}
              value={text}
              onChange={(event) => change(event.currentTarget.value)}
              onKeyDown={step}
              onBlur={onBlur}
              aria-describedby={ids.describedBy}
              aria-invalid={shownProblem ? true : undefined}
            />
            <span className="flex-none text-[14px] font-medium text-muted">%</span>
          </div>
        )}
      </Field>
      <fieldset className="bare-fieldset">
        <legend className="vh">Rendite übernehmen</legend>
        <div className="grid grid-cols-4 gap-2 mt-1.5 [&>button]:py-0 [&>button]:px-1">
          {PRESETS.map((preset) => (
            <Chip
              key={String(preset)}
              pressed={preset === hundredths}
              disabled={disabled}
              onClick={() => onTextChange(percentNumber(preset))}
            >
              {percentLabel(preset)}
            </Chip>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
