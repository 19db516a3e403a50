import type { ReactNode } from 'react';
import { useProfile } from '../../lib/profile.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import type { AuthFailure } from './auth-api.ts';
import { passwordMissing } from './credentials.ts';
import { failureText } from './identity-texts.ts';

interface PasswordDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  confirmLabel: string;
  /** What the password is for. */
  children: ReactNode;
  onClosed: () => void;
  /** Closes the dialog itself when it succeeds; the answer is a refusal to show here. */
  onPassword: (password: string) => Promise<AuthFailure | undefined>;
}

/** Anyone who is signed in says the password once more: a session that was left open is not enough. */
export function PasswordDialog(props: PasswordDialogProps) {
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      onClosed={props.onClosed}
      title={props.title}
      size="30rem"
      flush
    >
      <PasswordStep {...props} />
    </Dialog>
  );
}

/** Mounted with the dialog, so that it begins empty each time. */
function PasswordStep({ onClose, confirmLabel, children, onPassword }: PasswordDialogProps) {
  const { email } = useProfile();
  const form = useForm({ initialValues: { password: '' }, validate: { password: passwordMissing } });

  const send = async ({ password }: { password: string }) => {
    const refusal = await onPassword(password);
    if (!refusal) return;
    const field = refusal.code === 'INVALID_PASSWORD' ? 'password' : 'failure';
    form.refuse({ [field]: failureText(refusal) });
  };

  return (
    <form {...form.props(send)} className="grid grid-cols-1 gap-5 px-(--pad) pt-5 pb-(--pad)">
      {children}
      {/* For password managers, which otherwise ask whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.fields.password}
        label="Passwort"
        autoComplete="current-password"
        required
        data-autofocus
      />
      {form.failure && <FieldProblem>{form.failure}</FieldProblem>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" look="primary" pending={form.submitting}>
          {confirmLabel}
        </Button>
        <Button onClick={onClose}>Abbrechen</Button>
      </div>
    </form>
  );
}
