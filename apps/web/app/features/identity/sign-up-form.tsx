import { Link } from 'react-router';
import { toast } from '../../lib/toast.ts';
import { urls } from '../../lib/urls.ts';
import { type Problems, useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { SignUpOutcome } from './auth-api.ts';
import { CaptchaNote } from './captcha-note.tsx';
import { type Credentials, NEW_PASSWORD_MENDS, refusedField, SIGN_UP_RULES } from './credentials.ts';
import classes from './identity.module.css';
import { FIELD_PROBLEMS, IDENTITY_TOASTS } from './identity-texts.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { PlayMoneyTick } from './play-money-tick.tsx';
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
      className={classes.form}
      onFocus={onBegin}
      onSubmitCapture={toast.clear}
    >
      <TextField
        {...form.fields.email}
        label="E-Mail-Adresse"
        type="email"
        autoComplete="email"
        required
        help={<span className={classes.emailHelp}>{emailHelp(installation)}</span>}
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
