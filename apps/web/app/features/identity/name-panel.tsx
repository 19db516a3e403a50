import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { profileQuery, useProfile } from '../../lib/profile.ts';
import { lengthProblem } from '../../lib/text-length.ts';
import { urls } from '../../lib/urls.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { failureText } from './identity-texts.ts';
import { changeName } from './security-api.ts';

/** Said while it is typed. */
const tooLong = (name: string) => lengthProblem(name, 100);
const nameProblem = (name: string) =>
  tooLong(name) ?? (name.trim() === '' ? 'Bitte geben Sie einen Namen ein.' : undefined);

export function NamePanel() {
  const profile = useProfile();
  const client = useQueryClient();
  const [saved, setSaved] = useState(false);
  const form = useForm({
    initialValues: { name: profile.name },
    validate: { name: nameProblem },
    onValuesChange: () => setSaved(false),
  });
  const { name } = form.fields;

  const send = async () => {
    const outcome = await changeName(name.value);
    if (!outcome.ok) return form.refuse({ name: failureText(outcome) });
    setSaved(true);
    void client.invalidateQueries(profileQuery);
  };

  return (
    <Panel title="Name">
      <form
        {...form.props(send)}
        className="grid grid-cols-1 gap-5 max-w-110"
        onSubmitCapture={() => setSaved(false)}
      >
        <TextField
          {...name}
          label="Ihr Name"
          autoComplete="name"
          required
          help="So spricht die Plattform Sie an. Andere Kunden sehen ihn nicht."
          problem={tooLong(name.value) ?? name.problem}
        />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button type="submit" look="primary" pending={form.submitting}>
            Name speichern
          </Button>
          <p className="text-sm font-550" role="status">
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
