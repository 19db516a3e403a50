import { formatDate } from '../../lib/dates.ts';
import { useProfile } from '../../lib/profile.ts';
import { urls } from '../../lib/urls.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/key-values.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { initialsOf } from '../../ui/user-menu.tsx';
import classes from './settings.module.css';

export function ProfilePage() {
  const { name, email, createdAt, role } = useProfile();
  return (
    <>
      <PageHead title="Profil" />
      <div className={classes.tab}>
        <Panel label="Ihr Konto">
          <div className={classes.person}>
            <span className={classes.avatar} aria-hidden>
              {initialsOf(name, email).slice(0, 1)}
            </span>
            <p>{name || email}</p>
          </div>
          <KeyValues
            facts={[
              { label: 'E-Mail-Adresse', value: email },
              { label: 'Mitglied seit', value: formatDate(createdAt) },
              { label: 'Kontotyp', value: role === 'admin' ? 'Administrator' : 'Benutzer' },
            ]}
          />
        </Panel>
        <Panel title="Konto verwalten" flush>
          <ul>
            <li className={classes.session}>
              <div className={classes.sessionText}>
                <b>Passwort ändern</b>
                <span>In den Einstellungen, im Bereich „Sicherheit“.</span>
              </div>
              <ButtonLink to={urls.security}>Passwort ändern</ButtonLink>
            </li>
            <Later action="E-Mail ändern" text="An Ihre Adresse kommen Nachrichten zu Ihrem Konto." />
            <Later action="Konto löschen" text="Entfernt Ihre persönlichen Daten." />
          </ul>
        </Panel>
      </div>
    </>
  );
}

/** An action that this installation cannot do yet, and says so. */
function Later({ action, text }: { action: string; text: string }) {
  return (
    <li className={classes.session}>
      <div className={classes.sessionText}>
        <b>{action}</b>
        <span>{text}</span>
      </div>
      <Button disabled aria-label={`${action}: Bald verfügbar`}>
        Bald verfügbar
      </Button>
    </li>
  );
}
