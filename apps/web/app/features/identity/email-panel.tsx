import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { AuthFailure } from '../../lib/auth-post.ts';
import { useProfile } from '../../lib/profile.ts';
import { withProof } from '../../lib/reauthenticate.ts';
import { EMAIL_HASH } from '../../lib/urls.ts';
import { Button } from '../../ui/button.tsx';
import { DemoMailboxHint } from '../../ui/demo-mailbox-hint.tsx';
import { FieldProblem, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { requestEmailChange } from './account-api.ts';
import { emailProblem } from './credentials.ts';
import { focusFirstInvalid } from './focus-first-invalid.ts';
import { failureText } from './identity-texts.ts';
import classes from './settings.module.css';
import { useInstallation } from './use-installation.ts';

/** What the server says about the address itself rather than about the request. */
const ABOUT_THE_FIELD = ['INVALID_EMAIL', 'EMAIL_UNCHANGED'];

export function EmailPanel() {
  const { email } = useProfile();
  const installation = useInstallation();
  return (
    <Panel title="E-Mail-Adresse" note={email}>
      {installation?.linksByMail === false ? (
        <NotPossible demo={installation.demo} />
      ) : (
        <EmailForm demo={installation?.mail === 'mailbox'} />
      )}
    </Panel>
  );
}

function NotPossible({ demo }: { demo: boolean }) {
  return (
    <div className={classes.text}>
      <p>
        {demo ? 'Die Demo verschickt keine E-Mails' : 'Diese Installation kann keine E-Mails versenden'},
        deshalb lässt sich die Adresse hier nicht ändern.
      </p>
      <div className={classes.actions}>
        <Button disabled aria-label="E-Mail ändern: Bald verfügbar">
          Bald verfügbar
        </Button>
      </div>
    </div>
  );
}

function EmailForm({ demo }: { demo: boolean }) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<AuthFailure>();
  const [sentTo, setSentTo] = useState<string>();
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // The profile leads right here.
  const isAsked = useLocation().hash === EMAIL_HASH;
  useEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked]);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const found = emailProblem(email);
    setProblem(found);
    setFailure(undefined);
    setSentTo(undefined);
    if (found) return focusFirstInvalid(form.current);
    setPending(true);
    const outcome = await withProof(() => requestEmailChange(email));
    setPending(false);
    if (outcome.ok) {
      setSentTo(email.trim());
      return setEmail('');
    }
    // Who has given up knows that.
    if (outcome.code === 'REAUTHENTICATION_REQUIRED') return;
    if (!ABOUT_THE_FIELD.includes(outcome.code ?? '')) return setFailure(outcome);
    setProblem(failureText(outcome));
    focusFirstInvalid(form.current);
  };

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <TextField
        ref={field}
        label="Neue E-Mail-Adresse"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        help="Sie gilt erst, wenn Sie den Link in unserer Nachricht geöffnet und sie dort bestätigt haben."
        value={email}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setProblem(undefined);
        }}
        problem={problem}
      />
      {failure && <FieldProblem>{failureText(failure)}</FieldProblem>}
      <div className={classes.actions}>
        <Button type="submit" look="primary" pending={pending}>
          Bestätigungslink senden
        </Button>
      </div>
      <div role="status" className={classes.answer}>
        {sentTo && <Sent to={sentTo} demo={demo} />}
      </div>
    </form>
  );
}

function Sent({ to, demo }: { to: string; demo: boolean }) {
  return (
    <Notice title="Bitte öffnen Sie den Link in der Nachricht">
      <p>
        Kann die Adresse verwendet werden, liegt dort gleich eine Nachricht: {to}. Öffnen Sie den Link in
        diesem Browser, innerhalb einer Stunde.
      </p>
      {demo && <DemoMailboxHint />}
    </Notice>
  );
}
