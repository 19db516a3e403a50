import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { useProfile } from '../../lib/profile.ts';
import { withPassword } from '../../lib/reauthenticate.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import type { AuthFailure } from './auth-api.ts';
import {
  type FieldProblems,
  type NewPassword,
  newPasswordProblems,
  problemsLeft,
  refusedField,
} from './credentials.ts';
import { focusFirstInvalid } from './focus-first-invalid.ts';
import { FIELD_PROBLEMS, failureText } from './identity-texts.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { changePassword } from './security-api.ts';
import { sessionsQuery } from './sessions.query.ts';
import classes from './settings.module.css';

type PasswordInput = NewPassword & { current: string };

const EMPTY: PasswordInput = { current: '', password: '', confirmation: '' };

export function PasswordPanel() {
  const { email } = useProfile();
  const client = useQueryClient();
  const [input, setInput] = useState(EMPTY);
  const [endOthers, setEndOthers] = useState(true);
  const [problems, setProblems] = useState<FieldProblems<PasswordInput>>({});
  const [failure, setFailure] = useState<AuthFailure>();
  const [done, setDone] = useState<string>();
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const set = (change: Partial<PasswordInput>) => {
    setInput((before) => ({ ...before, ...change }));
    setProblems((before) => problemsLeft(before, change));
    setDone(undefined);
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const found: FieldProblems<PasswordInput> = {
      ...(input.current === '' && { current: FIELD_PROBLEMS.passwordMissing }),
      ...newPasswordProblems(input),
    };
    setProblems(found);
    setFailure(undefined);
    setDone(undefined);
    if (Object.keys(found).length > 0) return focusFirstInvalid(form.current);

    setPending(true);
    const outcome = await withPassword(input.current, () =>
      changePassword({
        currentPassword: input.current,
        newPassword: input.password,
        revokeOtherSessions: endOthers,
      }),
    );
    setPending(false);
    if (outcome.ok) {
      setInput(EMPTY);
      setDone(
        endOthers
          ? 'Ihr neues Passwort gilt. Alle anderen Geräte sind abgemeldet.'
          : 'Ihr neues Passwort gilt. Alle Geräte bleiben angemeldet.',
      );
      void client.invalidateQueries(sessionsQuery);
      return;
    }
    if (outcome.code === 'INVALID_PASSWORD') setProblems({ current: failureText(outcome) });
    else if (refusedField(outcome.code) === 'password') setProblems({ password: failureText(outcome) });
    else return setFailure(outcome);
    focusFirstInvalid(form.current);
  };

  return (
    <Panel title="Passwort ändern">
      <form ref={form} className={classes.form} onSubmit={submit} noValidate>
        {/* For password managers, which otherwise ask whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Aktuelles Passwort"
          name="current-password"
          autoComplete="current-password"
          required
          value={input.current}
          onChange={(event) => set({ current: event.currentTarget.value })}
          problem={problems.current}
        />
        <NewPasswordFields label="Neues Passwort" value={input} problems={problems} onChange={set} />
        <label className={classes.check}>
          <Checkbox checked={endOthers} onChange={setEndOthers} />
          Alle anderen Geräte abmelden
        </label>
        {failure && <FieldProblem>{failureText(failure)}</FieldProblem>}
        <div className={classes.actions}>
          <Button type="submit" look="primary" pending={pending}>
            Passwort ändern
          </Button>
          <p className={classes.saved} role="status">
            {done}
          </p>
        </div>
      </form>
    </Panel>
  );
}
