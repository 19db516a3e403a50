import { type ComponentPropsWithRef, type ReactNode, useState } from 'react';
import fieldClasses from './field.module.css';
import { Field } from './field.tsx';
import classes from './password-field.module.css';

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
      help={
        minLengthShown && (
          <LengthHelp length={input.value.length} needed={minLengthShown} refused={Boolean(problem)} />
        )
      }
    >
      {(ids) => (
        <div className={fieldClasses.box} data-invalid={problem ? true : undefined}>
          <input
            {...input}
            type={visible ? 'text' : 'password'}
            id={ids.input}
            className={fieldClasses.input}
            aria-describedby={ids.describedBy}
            aria-invalid={problem ? true : undefined}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            type="button"
            className={classes.toggle}
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
  /** For another reason than its length, which then needs no praise. */
  refused: boolean;
}

function LengthHelp({ length, needed, refused }: LengthHelpProps) {
  const missing = needed - length;
  return (
    <div className={classes.length}>
      <div className={classes.track} aria-hidden>
        <span className={classes.fill} style={{ width: `${Math.min(100, (length / needed) * 100)}%` }} />
      </div>
      <span>
        {length === 0 && `Mindestens ${needed} Zeichen.`}
        {length > 0 && missing > 0 && `Mindestens ${needed} Zeichen, noch ${missing}.`}
        {missing <= 0 && !refused && 'Lang genug. Ein Satz ist leichter zu merken als Sonderzeichen.'}
      </span>
    </div>
  );
}
