import { clsx } from 'clsx';
import { useId } from 'react';
import { Link } from 'react-router';
import { BRAND_NAME } from '../../lib/brand.ts';
import { toast } from '../../lib/toast.ts';
import { urls } from '../../lib/urls.ts';
import { type FieldProps, type Problems, useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FieldProblem, TextField } from '../../ui/field.tsx';
import type { SignUpOutcome } from './auth-api.ts';
import { CaptchaNote } from './captcha-note.tsx';
import { type Credentials, NEW_PASSWORD_MENDS, refusedField, SIGN_UP_RULES } from './credentials.ts';
import { FIELD_PROBLEMS, IDENTITY_TOASTS } from './identity-texts.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import type { InstallationFacts } from './use-installation.ts';

const TICK = clsx(
  'grid grid-cols-[24px_minmax(0,1fr)] gap-3 items-start py-3.5 px-4 rounded-control bg-play-soft',
  'cursor-pointer [--tick:var(--play)] [--tick-size:24px]',
  '[&_b]:text-play',
);

/** The answer about mail comes after the page; its longest form has its place from the start. */
const EMAIL_HELP = 'block max-md:min-h-10';

interface SignUpFormProps {
  /** Undefined as long as nobody knows whether this installation sends mail. */
  installation: InstallationFacts | undefined;
  /** The first field has the focus: what has to be ready before the form is sent can begin. */
  onBegin: () => void;
  onSignUp: (credentials: Credentials) => Promise<SignUpOutcome>;
  /** After the success toast: the bot selection. */
  onDone: (email: string, signedIn: boolean) => void;
}

const EMPTY = { email: '', password: '', confirmation: '', 'play-money': false };
const RULES = {
  ...SIGN_UP_RULES,
  'play-money': (understood: boolean) => (understood ? undefined : FIELD_PROBLEMS.playMoneyNotUnderstood),
};

export function SignUpForm({ installation, onBegin, onSignUp, onDone }: SignUpFormProps) {
  const form = useForm({ initialValues: EMPTY, validate: RULES, mends: NEW_PASSWORD_MENDS });

  const send = async (credentials: Credentials) => {
    const outcome = await onSignUp(credentials);
    if (!outcome.ok) {
      if (outcome.message === null) toast.error(IDENTITY_TOASTS.signUpUnexpected, IDENTITY_TOASTS.unexpected);
      else toast.error(IDENTITY_TOASTS.signUpFailed, outcome.message);
      // The toast goes away; what has to be changed stays marked.
      const field = refusedField(outcome.code);
      if (field && outcome.message) form.refuse({ [field]: outcome.message });
      return;
    }
    toast.success(IDENTITY_TOASTS.signUpDone.title, IDENTITY_TOASTS.signUpDone.text);
    onDone(credentials.email.trim(), outcome.signedIn);
  };
  const complain = ({ confirmation }: Problems<typeof EMPTY>) => {
    if (confirmation !== FIELD_PROBLEMS.confirmationDiffers) return;
    toast.error(IDENTITY_TOASTS.passwordsDiffer.title, IDENTITY_TOASTS.passwordsDiffer.text);
  };

  return (
    <form
      {...form.props(send, complain)}
      className="grid grid-cols-1 gap-5"
      onFocus={onBegin}
      onSubmitCapture={toast.clear}
    >
      <TextField
        {...form.fields.email}
        label="E-Mail-Adresse"
        type="email"
        autoComplete="email"
        required
        help={<span className={EMAIL_HELP}>{emailHelp(installation)}</span>}
      />
      <NewPasswordFields label="Passwort" fields={form.fields} />
      <PlayMoneyTick {...form.fields['play-money']} />
      <CaptchaNote installation={installation} />
      <Button type="submit" look="primary" size="lg" wide pending={form.submitting}>
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

/** Anyone who opens an account says that they know what it is not. */
function PlayMoneyTick({ problem, ...tick }: FieldProps<boolean>) {
  const problemId = useId();
  return (
    <div className="grid gap-1.5">
      <label className={TICK}>
        <Checkbox
          {...tick}
          required
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
        />
        <span>
          <b>Spielgeld verstanden.</b> {BRAND_NAME} arbeitet nur mit Spielgeld. Ich kann hier kein echtes Geld
          einzahlen, gewinnen oder auszahlen lassen.
        </span>
      </label>
      {problem && <FieldProblem id={problemId}>{problem}</FieldProblem>}
    </div>
  );
}
