import { PASSWORD_MIN_LENGTH } from '@botdepot/contract/catalogue';
import type { FieldProps } from '../../../lib/form/use-form.ts';
import { PasswordField } from '../../../ui/form/password-field.tsx';

interface NewPasswordFieldsProps {
  /** „Passwort“, or „Neues Passwort“ where there is an old one. */
  label: string;
  fields: Record<'password' | 'confirmation', FieldProps<string>>;
}

/** A new password, twice. */
export function NewPasswordFields({ label, fields }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...fields.password}
        label={label}
        autoComplete="new-password"
        required
        minLengthShown={PASSWORD_MIN_LENGTH}
      />
      <PasswordField
        {...fields.confirmation}
        label={`${label} bestätigen`}
        autoComplete="new-password"
        required
      />
    </>
  );
}
