import type { Ref } from 'react';
import { TextField } from '../../ui/field.tsx';
import type { CodeKind } from './second-factor-code.ts';

interface CodeFieldProps {
  kind: CodeKind;
  value: string;
  onChange: (code: string) => void;
  problem: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** A code of the authenticator app, which browsers and phones may fill in, or one of the backup codes. */
export function CodeField({ kind, value, onChange, problem, ref }: CodeFieldProps) {
  const change = (event: { currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value);
  if (kind === 'backup') {
    return (
      <TextField
        key="backup"
        ref={ref}
        label="Ersatzcode"
        name="backup-code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        help="Einer der zehn Codes, die Sie beim Einrichten gespeichert haben. Jeder gilt nur einmal."
        value={value}
        onChange={change}
        problem={problem}
      />
    );
  }
  return (
    <TextField
      key="totp"
      ref={ref}
      label="Code aus Ihrer App"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      help="Sechs Ziffern. Ihre Authenticator-App zeigt alle 30 Sekunden einen neuen."
      value={value}
      onChange={change}
      problem={problem}
    />
  );
}
