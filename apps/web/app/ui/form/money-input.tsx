import { formatAmount, type Micros } from '@botdepot/money';
import { type ComponentPropsWithRef, useState } from 'react';
import { amountAsText, likelyAmount, readAmountText } from '../../lib/form/typed.ts';
import { NBSP } from '../../lib/format/numbers.ts';
import { Chip } from './chip.tsx';
import { FIELD_BOX, Field, useTouched } from './field.tsx';

/** The problem above takes its place; the negative margin is the gap of the field. */
const LINE = 'block min-h-5 data-problem:empty:min-h-0 data-problem:empty:-mt-1.5';

export interface AmountChip {
  label: string;
  amount: Micros;
  /** There is nothing to take, or it is not known yet. */
  disabled?: boolean | undefined;
}

interface MoneyInputProps
  extends Omit<
    ComponentPropsWithRef<'input'>,
    'id' | 'className' | 'value' | 'onChange' | 'min' | 'max' | 'type'
  > {
  label: string;
  /** Exactly what was typed. Read it with `readAmountText(text, limits)`; the field itself never changes it. */
  text: string;
  onTextChange: (text: string) => void;
  min?: Micros | undefined;
  max?: Micros | undefined;
  unit?: string | undefined;
  /** Repeats what was understood: „Sie zahlen 1.234,56 USDT ein.“ */
  echo: (amountWithUnit: string) => string;
  /** What is possible, e.g. „Mindestens 1,00 USDT.“ */
  limitsText?: string | undefined;
  chips?: readonly AmountChip[] | undefined;
  /** A problem the server found; it stands until the text changes. */
  serverProblem?: string | null | undefined;
}

/**
 * The one input for money. A text field, because number fields read a pasted `1.234,56` as 1,23. It echoes the amount it
 * understood and refuses what can be read in two ways; a problem appears after leaving the field, so nobody is
 * corrected while typing.
 */
export function MoneyInput(props: MoneyInputProps) {
  const {
    label,
    text,
    onTextChange,
    min,
    max,
    unit = 'USDT',
    echo,
    limitsText,
    chips,
    serverProblem,
    ...input
  } = props;
  const { touched, setTouched, onBlur, onKeyDown } = useTouched();
  const { amount, problem } = readAmountText(text, { min, max, unit });
  const likely = likelyAmount(text);
  const shownProblem = serverProblem ?? (touched ? problem : null);

  return (
    <div>
      <Field
        label={label}
        problem={shownProblem}
        help={
          <output className={LINE} data-problem={shownProblem !== null || undefined} aria-live="polite">
            {amount !== null && (
              <span className="text-text font-550">{`${echo(`${formatAmount(amount)}${NBSP}${unit}`)} `}</span>
            )}
            {/* What the problem says of a limit is not said a second time. */}
            {limitsText?.replace(shownProblem ?? '', '')}
          </output>
        }
      >
        {(ids) => (
          <div
            className={FIELD_BOX}
            data-invalid={shownProblem ? true : undefined}
            data-disabled={input.disabled || undefined}
          >
            <input
              placeholder="0,00"
              autoComplete="off"
              {...input}
              type="text"
              inputMode="decimal"
              enterKeyHint="done"
              id={ids.input}
              className="flex-1 size-full min-w-0 p-0 border-0 bg-transparent outline-none text-[20px]/6 text-right font-semibold tabular-nums [textarea&]:py-2.5 [textarea&]:px-0 [textarea&]:resize-y placeholder:text-control placeholder:opacity-100"
              value={text}
              onChange={(event) => {
                setTouched(false);
                onTextChange(event.currentTarget.value);
              }}
              onBlur={onBlur}
              onKeyDown={onKeyDown}
              aria-describedby={ids.describedBy}
              aria-invalid={shownProblem ? true : undefined}
            />
            <span className="flex-none text-[14px] font-medium text-muted">{unit}</span>
          </div>
        )}
      </Field>
      {likely !== null && (
        <Chip
          className="mt-1.5"
          disabled={input.disabled}
          onClick={() => onTextChange(amountAsText(likely))}
        >{`${formatAmount(likely)} übernehmen`}</Chip>
      )}
      {chips && chips.length > 0 && (
        <fieldset className="bare-fieldset">
          <legend className="vh">Betrag übernehmen</legend>
          <div className="flex flex-wrap gap-2 mt-1.5">
            {chips.map((chip) => (
              <Chip
                key={chip.label}
                pressed={chip.amount === amount}
                disabled={input.disabled || chip.disabled}
                onClick={() => onTextChange(amountAsText(chip.amount))}
              >
                {chip.label}
              </Chip>
            ))}
          </div>
        </fieldset>
      )}
    </div>
  );
}

/** A live value, as it was before it was frozen: what one's own command moves must not count against that command. */
export function useFrozenValue<Value>(value: Value, frozen: boolean): Value {
  const [last, setLast] = useState(value);
  if (frozen) return last;
  if (last !== value) setLast(value);
  return value;
}
