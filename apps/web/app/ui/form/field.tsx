import { clsx } from 'clsx';
import {
  type ComponentPropsWithRef,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useState,
} from 'react';
import { Icon } from '../icon/icon.tsx';
import { IconAlertTriangle } from '../icon/icons.ts';

export const FIELD_BOX = clsx(
  'flex items-center gap-2 min-w-0 h-12 px-3.5 border border-control rounded-control bg-surface',
  '[transition:border-color_0.15s] hover:border-text',
  'focus-within:border-primary focus-within:outline-2 focus-within:outline-primary',
  'focus-within:outline-offset-1 data-invalid:border-down',
  'data-disabled:bg-bg data-disabled:border-border',
);
export const FIELD_INPUT = clsx(
  'flex-1 size-full min-w-0 p-0 border-0 bg-transparent outline-none text-base',
  '[textarea&]:py-2.5 [textarea&]:px-0 [textarea&]:resize-y',
);

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
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex justify-between items-baseline gap-3">
        <label className="text-md font-semibold" htmlFor={input}>
          {label}
        </label>
        {aside}
      </div>
      {children({ input, describedBy })}
      {problem && <FieldProblem id={problemId}>{problem}</FieldProblem>}
      {help && (
        <div className="text-sm text-muted" id={helpId}>
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
    <p
      className="flex gap-1.5 text-sm text-down font-550 [&_svg]:flex-none [&_svg]:mt-0.5"
      id={id}
      role={silent ? undefined : 'alert'}
    >
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
        <div className={FIELD_BOX} data-invalid={invalid} data-disabled={input.disabled || undefined}>
          <input
            type="text"
            {...input}
            id={ids.input}
            className={FIELD_INPUT}
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
        <div
          className="flex items-center gap-2 min-w-0 py-0 px-3.5 border border-control rounded-control bg-surface [transition:border-color_0.15s] h-auto hover:border-text focus-within:border-primary focus-within:outline-2 focus-within:outline-primary focus-within:outline-offset-1 data-invalid:border-down data-disabled:bg-bg data-disabled:border-border"
          data-invalid={problem ? true : undefined}
        >
          <textarea
            {...input}
            rows={rows}
            id={ids.input}
            className={FIELD_INPUT}
            aria-describedby={ids.describedBy}
            aria-invalid={problem ? true : undefined}
          />
        </div>
      )}
    </Field>
  );
}

/**
 * Whether a field is touched: left since it was last changed (`setTouched(false)`), so that what is wrong may be said: nobody is
 * corrected while typing. That takes room. A button that has the focus because it is being pressed would move away under
 * the pointer, and the press would be lost, so it is said only when the button has been pressed or left. Who presses Enter is
 * done as well, also where the button rests and nothing is sent.
 */
export function useTouched() {
  const [touched, setTouched] = useState(false);
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (isPressable(relatedTarget)) afterwards(relatedTarget, () => setTouched(true));
    else setTouched(true);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') setTouched(true);
  };
  return { touched, setTouched, onBlur, onKeyDown };
}

const isPressable = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement;

function afterwards(target: HTMLElement, say: () => void): void {
  const once = new AbortController();
  const end = ({ type }: Event) => {
    once.abort();
    // What the press does comes first: it may put right what was wrong.
    if (type === 'click') setTimeout(say);
    else say();
  };
  for (const type of ['click', 'blur']) target.addEventListener(type, end, once);
}
