import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { useForm } from '../../../lib/form/use-form.ts';
import { toast } from '../../../lib/page/toast.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FieldProblem, TextField } from '../../../ui/form/field.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import type { SignInOutcome } from '../auth-api.ts';
import { failureText, IDENTITY_TOASTS } from '../identity-texts.ts';
import { type Credentials, LOGIN_RULES } from './credentials.ts';

/** On the line of the label; it comes after the field in the document. */
const PASSWORD_PLACE = 'relative';

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
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: LOGIN_RULES,
    mends: { email: ['failure'], password: ['failure'] },
  });
  const { fields, failure } = form;
  const failureId = useId();

  const send = async (credentials: Credentials) => {
    const outcome = await onLogin(credentials);
    if (!outcome.ok) {
      if (outcome.code === 'EMAIL_NOT_VERIFIED') return onUnconfirmed(credentials.email.trim());
      const said = failureText(outcome);
      toast.error(IDENTITY_TOASTS.loginFailed, said);
      // Stays where it can be read: the toast that says the same goes away.
      return form.refuse({ failure: said });
    }
    if (outcome.needsCode) return onNeedsCode();
    toast.success(IDENTITY_TOASTS.loginDone.title, IDENTITY_TOASTS.loginDone.text);
    onDone();
  };

  return (
    <form {...form.props(send)} className="grid grid-cols-1 gap-5" onSubmitCapture={toast.clear}>
      <TextField
        {...fields.email}
        label="E-Mail-Adresse"
        type="email"
        autoComplete="username webauthn"
        required
        onFocus={onEmailFocus}
      />
      <div className={PASSWORD_PLACE}>
        <PasswordField {...fields.password} label="Passwort" autoComplete="current-password" required />
        {/* After the field, so that the Tab key leads from the address straight to the password. */}
        {canReset && (
          <Link
            className="link absolute top-0 right-0 text-[14px]/5.5"
            to={urls.forgotPassword}
            state={{ email: fields.email.value }}
          >
            Passwort vergessen?
          </Link>
        )}
      </div>
      {failure && (
        <FieldProblem id={failureId} silent>
          {failure}
        </FieldProblem>
      )}
      <Button
        type="submit"
        look="primary"
        size="lg"
        wide
        pending={form.submitting}
        aria-describedby={failure ? failureId : undefined}
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
