import { clsx } from 'clsx';
import { useState } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { useProfile } from '../../lib/profile.ts';
import { urls } from '../../lib/urls.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { KeyValues } from '../../ui/key-values.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { initialsOf } from '../../ui/user-menu.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { EmailConfirmation } from './email-confirmation.tsx';
import { SETTING_ROW, SETTING_TEXT } from './setting-styles.ts';
import { useInstallation } from './use-installation.ts';

const AVATAR = clsx(
  'inline-flex items-center justify-center flex-none size-14 rounded-[50%] bg-primary-soft text-primary',
  'text-[24px] font-bold',
);

export function ProfilePage() {
  const { name, email, createdAt, role } = useProfile();
  const canChange = useInstallation()?.linksByMail;
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <PageHead title="Profil" />
      <div className="grid grid-cols-1 gap-(--gap) max-w-190 print:has-[[data-codes]]:[&>*:not(:has([data-codes]))]:hidden">
        <EmailConfirmation />
        <Panel label="Ihr Konto">
          <div className="flex items-center gap-4 mb-4 [&_p]:min-w-0 [&_p]:text-[16px] [&_p]:font-semibold [&_p]:wrap-anywhere">
            <span className={AVATAR} aria-hidden>
              {initialsOf(name, email).slice(0, 1)}
            </span>
            <p>
              <bdi>{name || email}</bdi>
            </p>
          </div>
          <KeyValues
            facts={[
              { label: 'E-Mail-Adresse', value: <EmailAddress>{email}</EmailAddress> },
              { label: 'Mitglied seit', value: formatDate(createdAt) },
              { label: 'Kontotyp', value: role === 'admin' ? 'Administrator' : 'Benutzer' },
            ]}
          />
        </Panel>
        <Panel title="Konto verwalten" flush>
          <ul>
            <li className={SETTING_ROW}>
              <div className={SETTING_TEXT}>
                <b>Passwort ändern</b>
                <span>In den Einstellungen, im Bereich „Sicherheit“.</span>
              </div>
              <ButtonLink to={urls.security}>Passwort ändern</ButtonLink>
            </li>
            <li className={SETTING_ROW}>
              <div className={SETTING_TEXT}>
                <b>E-Mail ändern</b>
                <span>An Ihre Adresse kommen Nachrichten zu Ihrem Konto.</span>
              </div>
              {canChange === false ? (
                // This installation cannot write to a new address, and says so.
                <Button disabled aria-label="E-Mail ändern: Bald verfügbar">
                  Bald verfügbar
                </Button>
              ) : (
                <ButtonLink to={urls.email}>E-Mail ändern</ButtonLink>
              )}
            </li>
            <li className={SETTING_ROW}>
              <div className={SETTING_TEXT}>
                <b>Konto löschen</b>
                <span>
                  Beendet alles und löscht Ihre persönlichen Daten. Vorher sehen Sie, was geschieht.
                </span>
              </div>
              <Button onClick={() => setDeleting(true)}>Konto löschen</Button>
            </li>
          </ul>
        </Panel>
      </div>
      <DeleteAccountDialog opened={deleting} onClose={() => setDeleting(false)} />
    </>
  );
}
