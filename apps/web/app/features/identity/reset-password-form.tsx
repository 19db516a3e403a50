import { type SubmitEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import type { AuthFailure, AuthOutcome } from './auth-api.ts';
import {
  type FieldProblems,
  type NewPassword,
  newPasswordProblems,
  problemsLeft,
  refusedField,
} from './credentials.ts';
import { focusFirstInvalid } from './focus-first-invalid.ts';
import classes from './identity.module.css';
import { failureText } from './identity-texts.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useEarlyInput } from './use-early-input.ts';

interface ResetPasswordFormProps {
  onReset: (newPassword: string) => Promise<AuthOutcome>;
  /** The link has expired or was used; another password would not help. */
  onLinkRefused: () => void;
  onDone: () => void;
}

const EMPTY: NewPassword = { password: '', confirmation: '' };
const LINK_REFUSED = ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'USER_NOT_FOUND'];

export function ResetPasswordForm({ onReset, onLinkRefused, onDone }: ResetPasswordFormProps) {
  const [input, setInput] = useState(EMPTY);
  const [problems, setProblems] = useState<FieldProblems<NewPassword>>({});
  const [failure, setFailure] = useState<AuthFailure>();
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEarlyInput(form, (field) => {
    setInput({ password: field('password'), confirmation: field('confirmation') });
  });

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = newPasswordProblems(input);
    setProblems(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) return focusFirstInvalid(form.current);

    setPending(true);
    const outcome = await onReset(input.password);
    setPending(false);
    if (outcome.ok) return onDone();
    if (outcome.code !== null && LINK_REFUSED.includes(outcome.code)) return onLinkRefused();
    if (refusedField(outcome.code) !== 'password') return setFailure(outcome);
    setProblems({ password: failureText(outcome) });
    focusFirstInvalid(form.current);
  };

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <NewPasswordFields
        label="Neues Passwort"
        value={input}
        problems={problems}
        onChange={(change) => {
          setInput((before) => ({ ...before, ...change }));
          setProblems((before) => problemsLeft(before, change));
        }}
      />
      {failure && <FieldProblem>{failureText(failure)}</FieldProblem>}
      <Button type="submit" look="primary" size="lg" wide pending={pending}>
        Passwort festlegen
      </Button>
    </form>
  );
}
