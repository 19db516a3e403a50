import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { DemoMailboxHint } from '../../../entities/account/demo-mailbox-hint.tsx';
import { useForm } from '../../../lib/form/use-form.ts';
import { withProof } from '../../../lib/server/reauthenticate.ts';
import { useProfile } from '../../../lib/session/profile.ts';
import { EMAIL_HASH } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FieldProblem, TextField } from '../../../ui/form/field.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { failureText } from '../identity-texts.ts';
import { emailProblem } from '../sign-in/credentials.ts';
import { useInstallation } from '../use-installation.ts';
import { requestEmailChange } from './account-api.ts';
import { SETTING_ACTIONS } from './setting-styles.ts';

/** A live region has to be there before it says something; empty it takes no place, nor the gap beside one. */
const ANSWER = 'empty:absolute';

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
    <div className="grid grid-cols-1 gap-3 max-w-[60ch]">
      <p>
        {demo ? 'Die Demo verschickt keine E-Mails' : 'Diese Plattform kann keine E-Mails versenden'}, deshalb
        lässt sich die Adresse hier nicht ändern.
      </p>
      <div className={SETTING_ACTIONS}>
        <Button disabled aria-label="E-Mail ändern: Bald verfügbar">
          Bald verfügbar
        </Button>
      </div>
    </div>
  );
}

function EmailForm({ demo }: { demo: boolean }) {
  const form = useForm({ initialValues: { email: '' }, validate: { email: emailProblem } });
  const [sentTo, setSentTo] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  // The profile leads right here.
  const isAsked = useLocation().hash === EMAIL_HASH;
  useEffect(() => {
    if (isAsked) field.current?.focus();
  }, [isAsked]);

  const send = async ({ email }: { email: string }) => {
    const outcome = await withProof(() => requestEmailChange(email));
    if (outcome.ok) {
      setSentTo(email.trim());
      return form.reset();
    }
    // Who has given up knows that.
    if (outcome.code === 'REAUTHENTICATION_REQUIRED') return;
    const about = ABOUT_THE_FIELD.includes(outcome.code ?? '') ? 'email' : 'failure';
    form.refuse({ [about]: failureText(outcome) });
  };

  return (
    <form
      {...form.props(send)}
      className="grid grid-cols-1 gap-5 max-w-110"
      onSubmitCapture={() => setSentTo(undefined)}
    >
      <TextField
        {...form.fields.email}
        ref={field}
        label="Neue E-Mail-Adresse"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        help="Sie gilt erst, wenn Sie den Link in unserer Nachricht geöffnet und sie dort bestätigt haben."
      />
      {form.failure && <FieldProblem>{form.failure}</FieldProblem>}
      <div className={SETTING_ACTIONS}>
        <Button type="submit" look="primary" pending={form.submitting}>
          Bestätigungslink senden
        </Button>
      </div>
      <div role="status" className={ANSWER}>
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
