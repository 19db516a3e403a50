import { type SubmitEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { toast } from '../../lib/toast.ts';
import { urls } from '../../lib/urls.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { SignUpOutcome } from './auth-api.ts';
import { CaptchaNote } from './captcha-note.tsx';
import {
  type Credentials,
  type FieldProblems,
  problemsLeft,
  refusedField,
  type SignUpInput,
  signUpProblems,
} from './credentials.ts';
import { focusFirstInvalid } from './focus-first-invalid.ts';
import classes from './identity.module.css';
import { FIELD_PROBLEMS, IDENTITY_TOASTS } from './identity-texts.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { PlayMoneyTick } from './play-money-tick.tsx';
import { useEarlyInput } from './use-early-input.ts';
import type { InstallationFacts } from './use-installation.ts';

interface SignUpFormProps {
  /** Undefined as long as nobody knows whether this installation sends mail. */
  installation: InstallationFacts | undefined;
  /** The first field has the focus: what has to be ready before the form is sent can begin. */
  onBegin: () => void;
  onSignUp: (credentials: Credentials) => Promise<SignUpOutcome>;
  /** After the success toast: the bot selection. */
  onDone: (email: string, signedIn: boolean) => void;
}

const EMPTY: SignUpInput = { email: '', password: '', confirmation: '' };

export function SignUpForm({ installation, onBegin, onSignUp, onDone }: SignUpFormProps) {
  const [input, setInput] = useState(EMPTY);
  const [understood, setUnderstood] = useState(false);
  const [problems, setProblems] = useState<FieldProblems<SignUpInput & { understood: boolean }>>({});
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEarlyInput(form, (field) => {
    setInput({ email: field('email'), password: field('password'), confirmation: field('confirmation') });
    setUnderstood(field('play-money') !== '');
  });
  const set = (change: Partial<SignUpInput>) => {
    setInput((before) => ({ ...before, ...change }));
    setProblems((before) => problemsLeft(before, change));
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    toast.clear();
    const found = {
      ...signUpProblems(input),
      ...(!understood && { understood: FIELD_PROBLEMS.playMoneyNotUnderstood }),
    };
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
    <form ref={form} className={classes.form} onFocus={onBegin} onSubmit={submit} noValidate>
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
      <NewPasswordFields label="Passwort" value={input} problems={problems} onChange={set} />
      <PlayMoneyTick
        checked={understood}
        onChange={setUnderstood}
        problem={understood ? undefined : problems.understood}
      />
      <CaptchaNote installation={installation} />
      <Button type="submit" look="primary" size="lg" wide pending={pending}>
        Konto eröffnen
      </Button>
      <p className="small muted">
        Sie haben schon ein Konto?{' '}
        <Link className="link" to={urls.login}>
          Zum Login
        </Link>
        . Es gilt unsere{' '}
        <Link className="link" to={urls.privacy}>
          Datenschutzerklärung
        </Link>
        .
      </p>
    </form>
  );
}

/** Says before the form is sent whether the address will have to be confirmed. */
function emailHelp(installation: InstallationFacts | undefined): string {
  if (installation === undefined) return 'Damit melden Sie sich später an.';
  if (installation.mail === 'smtp')
    return 'Wir schicken Ihnen einen Link, mit dem Sie die Adresse bestätigen.';
  if (installation.demo) return 'Die Demo meldet Sie sofort an, ohne die Adresse zu bestätigen.';
  return 'Sie sind sofort angemeldet, ohne die Adresse zu bestätigen.';
}
