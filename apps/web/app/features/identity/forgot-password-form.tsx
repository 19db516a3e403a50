import { type SubmitEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { urls } from '../../lib/urls.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem, TextField } from '../../ui/field.tsx';
import type { AuthFailure, AuthOutcome } from './auth-api.ts';
import { CaptchaNote } from './captcha-note.tsx';
import { emailProblem, refusedField } from './credentials.ts';
import { focusFirstInvalid } from './focus-first-invalid.ts';
import classes from './identity.module.css';
import { failureText } from './identity-texts.ts';
import { useEarlyInput } from './use-early-input.ts';
import type { InstallationFacts } from './use-installation.ts';

interface ForgotPasswordFormProps {
  email: string;
  onEmail: (email: string) => void;
  installation: InstallationFacts | undefined;
  /** The field has the focus: what has to be ready before the form is sent can begin. */
  onBegin: () => void;
  onRequest: (email: string) => Promise<AuthOutcome>;
  onDone: () => void;
}

export function ForgotPasswordForm(props: ForgotPasswordFormProps) {
  const { email, onEmail, installation, onBegin, onRequest, onDone } = props;
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<AuthFailure>();
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEarlyInput(form, (field) => {
    if (field('email') !== '') onEmail(field('email'));
  });

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = emailProblem(email);
    setProblem(found);
    setFailure(undefined);
    if (found) return focusFirstInvalid(form.current);

    setPending(true);
    const outcome = await onRequest(email);
    setPending(false);
    if (outcome.ok) return onDone();
    if (refusedField(outcome.code) !== 'email') return setFailure(outcome);
    setProblem(failureText(outcome));
    focusFirstInvalid(form.current);
  };

  return (
    <form ref={form} className={classes.form} onFocus={onBegin} onSubmit={submit} noValidate>
      <TextField
        label="E-Mail-Adresse"
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => {
          onEmail(event.currentTarget.value);
          setProblem(undefined);
        }}
        problem={problem}
      />
      <CaptchaNote installation={installation} />
      {failure && <FieldProblem>{failureText(failure)}</FieldProblem>}
      <Button type="submit" look="primary" size="lg" wide pending={pending}>
        Link anfordern
      </Button>
      <p className="small muted">
        Doch wieder eingefallen?{' '}
        <Link className="link" to={urls.login}>
          Zum Login
        </Link>
        .
      </p>
    </form>
  );
}
