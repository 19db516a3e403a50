import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from '../../../lib/form/use-form.ts';
import { withPassword } from '../../../lib/server/reauthenticate.ts';
import { useProfile } from '../../../lib/session/profile.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { FieldProblem } from '../../../ui/form/field.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { failureText } from '../identity-texts.ts';
import {
  NEW_PASSWORD_MENDS,
  NEW_PASSWORD_RULES,
  passwordMissing,
  refusedField,
} from '../sign-in/credentials.ts';
import { NewPasswordFields } from '../sign-in/new-password-fields.tsx';
import { changePassword } from './security-api.ts';
import { sessionsQuery } from './sessions.query.ts';

const EMPTY = { current: '', password: '', confirmation: '' };

export function PasswordPanel() {
  const { email } = useProfile();
  const client = useQueryClient();
  const [endOthers, setEndOthers] = useState(true);
  const [done, setDone] = useState<string>();
  const form = useForm({
    initialValues: EMPTY,
    validate: { current: passwordMissing, ...NEW_PASSWORD_RULES },
    mends: NEW_PASSWORD_MENDS,
    onValuesChange: () => setDone(undefined),
  });

  const send = async ({ current, password }: typeof EMPTY) => {
    const outcome = await withPassword(current, () =>
      changePassword({ currentPassword: current, newPassword: password, revokeOtherSessions: endOthers }),
    );
    if (!outcome.ok) {
      const isWrong = outcome.code === 'INVALID_PASSWORD';
      const isGuessable = refusedField(outcome.code) === 'password';
      return form.refuse({
        [isWrong ? 'current' : isGuessable ? 'password' : 'failure']: failureText(outcome),
      });
    }
    form.reset();
    setDone(
      endOthers
        ? 'Ihr neues Passwort gilt. Alle anderen Geräte sind abgemeldet.'
        : 'Ihr neues Passwort gilt. Alle Geräte bleiben angemeldet.',
    );
    void client.invalidateQueries(sessionsQuery);
  };

  return (
    <Panel title="Passwort ändern">
      <form
        {...form.props(send)}
        className="grid grid-cols-1 gap-5 max-w-110"
        onSubmitCapture={() => setDone(undefined)}
      >
        {/* For password managers, which otherwise ask whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...form.fields.current}
          label="Aktuelles Passwort"
          name="current-password"
          autoComplete="current-password"
          required
        />
        <NewPasswordFields label="Neues Passwort" fields={form.fields} />
        <label className="flex items-center gap-3 min-h-11 cursor-pointer">
          <Checkbox checked={endOthers} onChange={setEndOthers} />
          Alle anderen Geräte abmelden
        </label>
        {form.failure && <FieldProblem>{form.failure}</FieldProblem>}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button type="submit" look="primary" pending={form.submitting}>
            Passwort ändern
          </Button>
          <p className="text-sm font-550" role="status">
            {done}
          </p>
        </div>
      </form>
    </Panel>
  );
}
