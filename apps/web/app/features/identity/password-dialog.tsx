import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react';
import { useProfile } from '../../lib/profile.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import type { AuthFailure } from './auth-api.ts';
import { focusFirstInvalid } from './focus-first-invalid.ts';
import { FIELD_PROBLEMS, failureText } from './identity-texts.ts';
import classes from './settings.module.css';

interface PasswordDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  confirmLabel: string;
  /** What the password is for. */
  children: ReactNode;
  onClosed: () => void;
  /** Closes the dialog itself when it succeeds; the answer is a refusal to show here. */
  onPassword: (password: string) => Promise<AuthFailure | undefined>;
}

/** Anyone who is signed in says the password once more: a session that was left open is not enough. */
export function PasswordDialog(props: PasswordDialogProps) {
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      onClosed={props.onClosed}
      title={props.title}
      size="30rem"
      flush
    >
      <PasswordStep {...props} />
    </Dialog>
  );
}

/** Mounted with the dialog, so that it begins empty each time. */
function PasswordStep({ onClose, confirmLabel, children, onPassword }: PasswordDialogProps) {
  const { email } = useProfile();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<AuthFailure>();
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const found = password === '' ? FIELD_PROBLEMS.passwordMissing : undefined;
    setProblem(found);
    setFailure(undefined);
    if (found) return focusFirstInvalid(form.current);
    setPending(true);
    const refusal = await onPassword(password);
    setPending(false);
    if (refusal === undefined) return;
    if (refusal.code !== 'INVALID_PASSWORD') return setFailure(refusal);
    setProblem(failureText(refusal));
    focusFirstInvalid(form.current);
  };

  return (
    <form
      ref={form}
      id={formId}
      className={`${classes.block} ${classes.dialogForm}`}
      onSubmit={submit}
      noValidate
    >
      {children}
      {/* For password managers, which otherwise ask whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Passwort"
        name="password"
        autoComplete="current-password"
        required
        data-autofocus
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setProblem(undefined);
        }}
        problem={problem}
      />
      {failure && <FieldProblem>{failureText(failure)}</FieldProblem>}
      <div className={classes.actions}>
        <Button type="submit" look="primary" pending={pending}>
          {confirmLabel}
        </Button>
        <Button onClick={onClose}>Abbrechen</Button>
      </div>
    </form>
  );
}
