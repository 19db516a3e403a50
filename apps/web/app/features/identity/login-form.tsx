import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { toast } from '../../lib/toast.ts';
import { urls } from '../../lib/urls.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem, TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import type { SignInOutcome } from './auth-api.ts';
import { type Credentials, type FieldProblems, loginProblems, problemsLeft } from './credentials.ts';
import { focusFirstInvalid } from './focus-first-invalid.ts';
import classes from './identity.module.css';
import { IDENTITY_TOASTS } from './identity-texts.ts';
import { useEarlyInput } from './use-early-input.ts';

interface LoginFormProps {
  onLogin: (credentials: Credentials) => Promise<SignInOutcome>;
  /** The password is right, and the code of the second factor is still to come. */
  onNeedsCode: () => void;
  /** The password is right, but the address has not been confirmed yet. */
  onUnconfirmed: (email: string) => void;
  /** After the success toast. */
  onDone: () => void;
  canReset: boolean;
  /** The address field is about to be filled: passkeys can be offered in it. */
  onEmailFocus: () => void;
  /** Buttons below the password's. */
  otherWays: ReactNode;
}

export function LoginForm(props: LoginFormProps) {
  const { onLogin, onNeedsCode, onUnconfirmed, onDone, canReset, onEmailFocus, otherWays } = props;
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<FieldProblems<Credentials>>({});
  // Stays where it can be read: the toast that says the same goes away.
  const [refusal, setRefusal] = useState<string | null>(null);
  const refusalId = useId();
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEarlyInput(form, (field) => {
    setEmail(field('email'));
    setPassword(field('password'));
  });

  const change = (part: Partial<Credentials>) => {
    if (part.email !== undefined) setEmail(part.email);
    if (part.password !== undefined) setPassword(part.password);
    setProblems((before) => problemsLeft(before, part));
    setRefusal(null);
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    toast.clear();
    const found = loginProblems({ email, password });
    setProblems(found);
    if (Object.keys(found).length > 0) return focusFirstInvalid(form.current);

    setPending(true);
    const outcome = await onLogin({ email, password });
    setPending(false);
    if (!outcome.ok) {
      if (outcome.code === 'EMAIL_NOT_VERIFIED') return onUnconfirmed(email.trim());
      const said = outcome.message ?? IDENTITY_TOASTS.unexpected;
      toast.error(IDENTITY_TOASTS.loginFailed, said);
      setRefusal(said);
      return;
    }
    if (outcome.needsCode) return onNeedsCode();
    toast.success(IDENTITY_TOASTS.loginDone.title, IDENTITY_TOASTS.loginDone.text);
    onDone();
  };

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <TextField
        label="E-Mail-Adresse"
        type="email"
        name="email"
        autoComplete="username webauthn"
        required
        value={email}
        onFocus={onEmailFocus}
        onChange={(event) => change({ email: event.currentTarget.value })}
        problem={problems.email}
      />
      <div className={classes.passwordPlace}>
        <PasswordField
          label="Passwort"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => change({ password: event.currentTarget.value })}
          problem={problems.password}
        />
        {/* After the field, so that the Tab key leads from the address straight to the password. */}
        {canReset && (
          <Link className={`link ${classes.forgotten}`} to={urls.forgotPassword} state={{ email }}>
            Passwort vergessen?
          </Link>
        )}
      </div>
      {refusal !== null && (
        <FieldProblem id={refusalId} silent>
          {refusal}
        </FieldProblem>
      )}
      <Button
        type="submit"
        look="primary"
        size="lg"
        wide
        pending={pending}
        aria-describedby={refusal === null ? undefined : refusalId}
      >
        Anmelden
      </Button>
      {otherWays}
      <p className="small muted">
        Noch kein Konto?{' '}
        <Link className="link" to={urls.signup}>
          Kostenlos starten
        </Link>{' '}
        oder{' '}
        <Link className="link" to={urls.home}>
          zurück zur Startseite
        </Link>
        .
      </p>
    </form>
  );
}
