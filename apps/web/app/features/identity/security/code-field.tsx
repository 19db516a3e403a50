import type { Ref } from 'react';
import type { FieldProps } from '../../../lib/form/use-form.ts';
import { TextField } from '../../../ui/form/field.tsx';
import type { CodeKind } from './second-factor-code.ts';

interface CodeFieldProps {
  kind: CodeKind;
  field: FieldProps<string>;
  ref?: Ref<HTMLInputElement>;
}

/** A code of the authenticator app, which browsers and phones may fill in, or one of the backup codes. */
export function CodeField({ kind, field, ref }: CodeFieldProps) {
  if (kind === 'backup') {
    return (
      <TextField
        key="backup"
        {...field}
        ref={ref}
        label="Ersatzcode"
        name="backup-code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        help="Einer der zehn Codes, die Sie beim Einrichten gespeichert haben. Jeder gilt nur einmal."
      />
    );
  }
  return (
    <TextField
      key="totp"
      {...field}
      ref={ref}
      label="Code aus Ihrer App"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      help="Sechs Ziffern. Ihre Authenticator-App zeigt alle 30 Sekunden einen neuen."
    />
  );
}
