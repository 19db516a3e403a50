import { PASSWORD_MIN_LENGTH } from '@botdepot/contract/catalogue';
import { PasswordField } from '../../ui/password-field.tsx';
import type { FieldProblems, NewPassword } from './credentials.ts';

interface NewPasswordFieldsProps {
  /** „Passwort“, or „Neues Passwort“ where there is an old one. */
  label: string;
  value: NewPassword;
  problems: FieldProblems<NewPassword>;
  onChange: (change: Partial<NewPassword>) => void;
}

/** A new password, twice. */
export function NewPasswordFields({ label, value, problems, onChange }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        required
        minLengthShown={PASSWORD_MIN_LENGTH}
        value={value.password}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
        problem={problems.password}
      />
      <PasswordField
        label={`${label} bestätigen`}
        name="confirmation"
        autoComplete="new-password"
        required
        value={value.confirmation}
        onChange={(event) => onChange({ confirmation: event.currentTarget.value })}
        problem={problems.confirmation}
      />
    </>
  );
}
