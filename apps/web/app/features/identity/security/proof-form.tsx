import { useState } from 'react';
import { useForm } from '../../../lib/form/use-form.ts';
import type { AuthOutcome } from '../../../lib/server/auth-post.ts';
import { reauthenticate } from '../../../lib/server/reauthenticate.ts';
import { useProfile } from '../../../lib/session/profile.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FieldProblem, TextField } from '../../../ui/form/field.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { failureText } from '../identity-texts.ts';

interface ProofFormProps {
  /** Where the person has just typed it: then only a code is missing. */
  password: string | undefined;
  /** Null where the person gives up; a refusal only of the password that was brought along. */
  onAnswer: (outcome: AuthOutcome | null) => void;
}

/** Mounted with the dialog, so that it begins empty each time. */
export function ProofForm({ password: known, onAnswer }: ProofFormProps) {
  const { email, twoFactorEnabled } = useProfile();
  // The second factor may have been switched on elsewhere since the profile was loaded.
  const [asksCode, setAsksCode] = useState(twoFactorEnabled || known !== undefined);
  const form = useForm({
    initialValues: { password: known ?? '', code: '' },
    validate: {
      password: (password) => password === '' && 'Bitte geben Sie Ihr Passwort ein.',
      code: (code) => asksCode && code.trim() === '' && 'Bitte geben Sie den Code ein.',
    },
  });

  const send = async ({ password, code }: { password: string; code: string }) => {
    const outcome = await reauthenticate({ password, ...(asksCode && { code }) });
    if (outcome.ok || (known !== undefined && outcome.code === 'INVALID_PASSWORD')) return onAnswer(outcome);
    const text = failureText(outcome);
    switch (outcome.code) {
      case 'INVALID_PASSWORD':
        return form.refuse({ password: text });
      case 'CODE_REQUIRED':
        setAsksCode(true);
        return form.setErrors({ code: text });
      case 'INVALID_CODE':
      case 'INVALID_BACKUP_CODE':
        form.setFieldValue('code', '');
        return form.refuse({ code: text });
      default:
        return form.refuse({ failure: text });
    }
  };

  return (
    <form {...form.props(send)} className="grid grid-cols-1 gap-5 px-(--pad) pt-5 pb-(--pad)">
      <p>
        {known === undefined ? question(asksCode) : 'Vor diesem Schritt fragen wir auch nach einem Code.'}
      </p>
      {/* For password managers, which otherwise ask whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {known === undefined && (
        <PasswordField
          {...form.fields.password}
          label="Passwort"
          autoComplete="current-password"
          required
          data-autofocus
        />
      )}
      {asksCode && (
        <TextField
          {...form.fields.code}
          label="Code aus Ihrer App"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          data-autofocus={known === undefined ? undefined : true}
          help="Die sechs Ziffern aus Ihrer Authenticator-App, oder einer Ihrer Ersatzcodes."
        />
      )}
      {form.failure && <FieldProblem>{form.failure}</FieldProblem>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" look="primary" pending={form.submitting}>
          Bestätigen
        </Button>
        <Button onClick={() => onAnswer(null)}>Abbrechen</Button>
      </div>
    </form>
  );
}

const question = (asksCode: boolean): string =>
  asksCode
    ? 'Vor diesem Schritt fragen wir noch einmal nach Ihrem Passwort und einem Code.'
    : 'Vor diesem Schritt fragen wir noch einmal nach Ihrem Passwort.';
