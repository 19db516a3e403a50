import { clsx } from 'clsx';
import { type ComponentPropsWithRef, type ReactNode, useState } from 'react';
import { FIELD_BOX, FIELD_INPUT, Field } from './field.tsx';

const TOGGLE = clsx(
  'flex-none min-h-11 -mr-3 px-3 rounded-[6px] text-primary text-[14px] font-semibold cursor-pointer',
  'hover:underline hover:underline-offset-4',
);

interface PasswordFieldProps
  extends Omit<ComponentPropsWithRef<'input'>, 'id' | 'className' | 'type' | 'value'> {
  label: string;
  value: string;
  aside?: ReactNode;
  problem?: string | null | undefined;
  /** For a new password: shows how many characters are still missing. Length is the only rule. */
  minLengthShown?: number | undefined;
}

export function PasswordField({ label, aside, problem, minLengthShown, ...input }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  return (
    <Field
      label={label}
      aside={aside}
      problem={problem}
      // What is long enough and refused for another reason needs no praise.
      help={
        minLengthShown &&
        !(problem && input.value.length >= minLengthShown) && (
          <LengthHelp length={input.value.length} needed={minLengthShown} isSaid={Boolean(problem)} />
        )
      }
    >
      {(ids) => (
        <div className={FIELD_BOX} data-invalid={problem ? true : undefined}>
          <input
            {...input}
            type={visible ? 'text' : 'password'}
            id={ids.input}
            className={FIELD_INPUT}
            aria-describedby={ids.describedBy}
            aria-invalid={problem ? true : undefined}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            type="button"
            className={TOGGLE}
            aria-pressed={visible}
            aria-controls={ids.input}
            aria-label={`${label} ${visible ? 'verbergen' : 'anzeigen'}`}
            onClick={() => setVisible(!visible)}
          >
            {visible ? 'Verbergen' : 'Anzeigen'}
          </button>
        </div>
      )}
    </Field>
  );
}

interface LengthHelpProps {
  length: number;
  needed: number;
  /** By the problem above. */
  isSaid: boolean;
}

function LengthHelp({ length, needed, isSaid }: LengthHelpProps) {
  const missing = needed - length;
  return (
    <div className="grid gap-1.5">
      <div className="h-1 rounded-[2px] bg-border overflow-hidden" aria-hidden>
        <span
          className="block h-1 bg-primary [transition:width_0.15s]"
          style={{ width: `${Math.min(100, (length / needed) * 100)}%` }}
        />
      </div>
      <span>
        {length === 0 && `Mindestens ${needed} Zeichen.`}
        {length > 0 &&
          missing > 0 &&
          (isSaid ? `Noch ${missing} Zeichen.` : `Mindestens ${needed} Zeichen, noch ${missing}.`)}
        {missing <= 0 && 'Lang genug. Ein Satz ist leichter zu merken als Sonderzeichen.'}
      </span>
    </div>
  );
}
