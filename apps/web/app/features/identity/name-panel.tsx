import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { profileQuery, useProfile } from '../../lib/profile.ts';
import { lengthProblem } from '../../lib/text-length.ts';
import { urls } from '../../lib/urls.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { focusFirstInvalid } from './focus-first-invalid.ts';
import { failureText } from './identity-texts.ts';
import { changeName } from './security-api.ts';
import classes from './settings.module.css';

const LONGEST_NAME = 100;

export function NamePanel() {
  const profile = useProfile();
  const client = useQueryClient();
  const [name, setName] = useState(profile.name);
  const [problem, setProblem] = useState<string>();
  const [saved, setSaved] = useState(false);
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const tooLong = lengthProblem(name, LONGEST_NAME);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    setSaved(false);
    const found = name.trim() === '' ? 'Bitte geben Sie einen Namen ein.' : undefined;
    setProblem(found);
    if (found || tooLong) return focusFirstInvalid(form.current);
    setPending(true);
    const outcome = await changeName(name);
    setPending(false);
    if (!outcome.ok) {
      setProblem(failureText(outcome));
      return focusFirstInvalid(form.current);
    }
    setSaved(true);
    void client.invalidateQueries(profileQuery);
  };

  return (
    <Panel title="Name">
      <form ref={form} className={classes.form} onSubmit={submit} noValidate>
        <TextField
          label="Ihr Name"
          name="name"
          autoComplete="name"
          required
          help="So spricht die Plattform Sie an. Andere Kunden sehen ihn nicht."
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(undefined);
            setSaved(false);
          }}
          problem={tooLong ?? problem}
        />
        <div className={classes.actions}>
          <Button type="submit" look="primary" pending={pending}>
            Name speichern
          </Button>
          <p className={classes.saved} role="status">
            {saved && 'Der Name ist gespeichert.'}
          </p>
        </div>
        <p className="small muted">
          Seit wann Sie dabei sind, steht in Ihrem{' '}
          <Link className="link" to={urls.profile}>
            Profil
          </Link>
          . Dort löschen Sie auch Ihr Konto.
        </p>
      </form>
    </Panel>
  );
}
