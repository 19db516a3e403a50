import { PASSWORD_MIN_LENGTH } from '@botdepot/contract/catalogue';
import { type SubmitEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import type { AuthFailure, AuthOutcome } from './auth-api.ts';
import { type FieldProblems, type NewPassword, newPasswordProblems, refusedField } from './credentials.ts';
import { focusFirstInvalid } from './focus-first-invalid.ts';
import classes from './identity.module.css';
import { failureText } from './identity-texts.ts';
import { useEarlyInput } from './use-early-input.ts';

interface ResetPasswordFormProps {
  onReset: (newPassword: string) => Promise<AuthOutcome>;
  /** The link has expired or was used; another password would not help. */
  onLinkRefused: () => void;
  onDone: () => void;
}

const LINK_REFUSED = ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'USER_NOT_FOUND'];

export function ResetPasswordForm({ onReset, onLinkRefused, onDone }: ResetPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [problems, setProblems] = useState<FieldProblems<NewPassword>>({});
  const [failure, setFailure] = useState<AuthFailure>();
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEarlyInput(form, (field) => {
    setPassword(field('password'));
    setConfirmation(field('confirmation'));
  });

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = newPasswordProblems({ password, confirmation });
    setProblems(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) return focusFirstInvalid(form.current);

    setPending(true);
    const outcome = await onReset(password);
    setPending(false);
    if (outcome.ok) return onDone();
    if (outcome.code !== null && LINK_REFUSED.includes(outcome.code)) return onLinkRefused();
    if (refusedField(outcome.code) !== 'password') return setFailure(outcome);
    setProblems({ password: failureText(outcome) });
    focusFirstInvalid(form.current);
  };

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <PasswordField
        label="Neues Passwort"
        name="password"
        autoComplete="new-password"
        required
        minLengthShown={PASSWORD_MIN_LENGTH}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        problem={problems.password}
      />
      <PasswordField
        label="Neues Passwort bestätigen"
        name="confirmation"
        autoComplete="new-password"
        required
        value={confirmation}
        onChange={(event) => setConfirmation(event.currentTarget.value)}
        problem={problems.confirmation}
      />
      {failure && <FieldProblem>{failureText(failure)}</FieldProblem>}
      <Button type="submit" look="primary" size="lg" wide pending={pending}>
        Passwort festlegen
      </Button>
    </form>
  );
}
