import { PASSWORD_MIN_LENGTH } from '@botdepot/contract/catalogue';
import { type SubmitEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { toast } from '../../lib/toast.ts';
import { urls } from '../../lib/urls.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import type { SignUpOutcome } from './auth-api.ts';
import {
  type Credentials,
  type FieldProblems,
  refusedField,
  type SignUpInput,
  signUpProblems,
} from './credentials.ts';
import { focusFirstInvalid } from './focus-first-invalid.ts';
import classes from './identity.module.css';
import { FIELD_PROBLEMS, IDENTITY_TOASTS } from './identity-texts.ts';
import type { InstallationFacts } from './use-installation.ts';

interface SignUpFormProps {
  /** Undefined as long as nobody knows whether this installation sends mail. */
  installation: InstallationFacts | undefined;
  onSignUp: (credentials: Credentials) => Promise<SignUpOutcome>;
  /** After the success toast: the bot selection. */
  onDone: (email: string, signedIn: boolean) => void;
}

const EMPTY: SignUpInput = { email: '', password: '', confirmation: '' };

export function SignUpForm({ installation, onSignUp, onDone }: SignUpFormProps) {
  const [input, setInput] = useState(EMPTY);
  const [problems, setProblems] = useState<FieldProblems<SignUpInput>>({});
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const set = (change: Partial<SignUpInput>) => setInput((before) => ({ ...before, ...change }));

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = signUpProblems(input);
    setProblems(found);
    if (found.confirmation === FIELD_PROBLEMS.confirmationDiffers) {
      toast.error(IDENTITY_TOASTS.passwordsDiffer.title, IDENTITY_TOASTS.passwordsDiffer.text);
    }
    if (Object.keys(found).length > 0) return focusFirstInvalid(form.current);

    setPending(true);
    const outcome = await onSignUp(input);
    setPending(false);
    if (!outcome.ok) {
      if (outcome.message === null) toast.error(IDENTITY_TOASTS.signUpUnexpected, IDENTITY_TOASTS.unexpected);
      else toast.error(IDENTITY_TOASTS.signUpFailed, outcome.message);
      // The toast goes away; what has to be changed stays marked.
      const field = refusedField(outcome.code);
      if (field && outcome.message) {
        setProblems({ [field]: outcome.message });
        focusFirstInvalid(form.current);
      }
      return;
    }
    toast.success(IDENTITY_TOASTS.signUpDone.title, IDENTITY_TOASTS.signUpDone.text);
    onDone(input.email.trim(), outcome.signedIn);
  };

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <TextField
        label="E-Mail-Adresse"
        type="email"
        name="email"
        autoComplete="email"
        required
        help={<span className={classes.emailHelp}>{emailHelp(installation)}</span>}
        value={input.email}
        onChange={(event) => set({ email: event.currentTarget.value })}
        problem={problems.email}
      />
      <PasswordField
        label="Passwort"
        name="password"
        autoComplete="new-password"
        required
        minLengthShown={PASSWORD_MIN_LENGTH}
        value={input.password}
        onChange={(event) => set({ password: event.currentTarget.value })}
        problem={problems.password}
      />
      <PasswordField
        label="Passwort bestätigen"
        name="confirmation"
        autoComplete="new-password"
        required
        value={input.confirmation}
        onChange={(event) => set({ confirmation: event.currentTarget.value })}
        problem={problems.confirmation}
      />
      <Notice kind="play" title="Hier gibt es nur Spielgeld">
        Sie können bei uns kein echtes Geld einzahlen, gewinnen oder auszahlen lassen.
      </Notice>
      <Button type="submit" look="primary" size="lg" wide pending={pending}>
        Konto eröffnen
      </Button>
      <p className="small muted">
        Sie haben schon ein Konto?{' '}
        <Link className="link" to={urls.login}>
          Zum Login
        </Link>
        .
      </p>
    </form>
  );
}

/** Says before the form is sent whether the address will have to be confirmed. */
function emailHelp(installation: InstallationFacts | undefined): string {
  if (installation === undefined) return 'Damit melden Sie sich später an.';
  if (installation.mailTransport) return 'Wir schicken Ihnen einen Link, mit dem Sie die Adresse bestätigen.';
  if (installation.demo) return 'Die Demo meldet Sie sofort an, ohne die Adresse zu bestätigen.';
  return 'Sie sind sofort angemeldet, ohne die Adresse zu bestätigen.';
}
