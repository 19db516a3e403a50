import { IconAlertTriangle } from '@tabler/icons-react';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import classes from './field.module.css';
import { Icon } from './icon.tsx';

export interface FieldIds {
  input: string;
  describedBy: string | undefined;
}

interface FieldProps {
  label: ReactNode;
  /** At the right of the label, e.g. a link. */
  aside?: ReactNode;
  help?: ReactNode;
  problem?: string | null | undefined;
  children: (ids: FieldIds) => ReactNode;
}

/** Label, control, help and problem of one input, tied together for assistive technology. */
export function Field({ label, aside, help, problem, children }: FieldProps) {
  const input = useId();
  const helpId = `${input}-help`;
  const problemId = `${input}-problem`;
  const describedBy = [problem && problemId, help && helpId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={classes.field}>
      <div className={classes.head}>
        <label className={classes.label} htmlFor={input}>
          {label}
        </label>
        {aside}
      </div>
      {children({ input, describedBy })}
      {problem && <FieldProblem id={problemId}>{problem}</FieldProblem>}
      {help && (
        <div className={classes.help} id={helpId}>
          {help}
        </div>
      )}
    </div>
  );
}

interface FieldProblemProps {
  id?: string | undefined;
  /** A toast reads the same aloud; twice would be once too often. */
  silent?: boolean | undefined;
  children: ReactNode;
}

/** Says what is wrong beside an icon, so the colour is not the only sign. */
export function FieldProblem({ id, silent, children }: FieldProblemProps) {
  return (
    <p className={classes.problem} id={id} role={silent ? undefined : 'alert'}>
      <Icon as={IconAlertTriangle} size={16} />
      <span>{children}</span>
    </p>
  );
}

interface TextFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'id' | 'className'> {
  label: ReactNode;
  aside?: ReactNode;
  help?: ReactNode;
  problem?: string | null | undefined;
  /** Of the element elsewhere that says what is wrong, e.g. with one of two fields. */
  problemId?: string | undefined;
}

export function TextField({ label, aside, help, problem, problemId, ...input }: TextFieldProps) {
  const invalid = problem || problemId !== undefined ? true : undefined;
  return (
    <Field label={label} aside={aside} help={help} problem={problem}>
      {(ids) => (
        <div className={classes.box} data-invalid={invalid} data-disabled={input.disabled || undefined}>
          <input
            type="text"
            {...input}
            id={ids.input}
            className={classes.input}
            aria-describedby={[problemId, ids.describedBy].filter(Boolean).join(' ') || undefined}
            aria-invalid={invalid}
          />
        </div>
      )}
    </Field>
  );
}

interface TextAreaFieldProps extends Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'className'> {
  label: ReactNode;
  help?: ReactNode;
  problem?: string | null | undefined;
}

export function TextAreaField({ label, help, problem, rows = 3, ...input }: TextAreaFieldProps) {
  return (
    <Field label={label} help={help} problem={problem}>
      {(ids) => (
        <div className={`${classes.box} ${classes.area}`} data-invalid={problem ? true : undefined}>
          <textarea
            {...input}
            rows={rows}
            id={ids.input}
            className={classes.input}
            aria-describedby={ids.describedBy}
            aria-invalid={problem ? true : undefined}
          />
        </div>
      )}
    </Field>
  );
}
