import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { formatDate } from '../../../lib/format/dates.ts';
import type { AuthFailure, AuthOutcome } from '../../../lib/server/auth-post.ts';
import { profileQuery, useProfile } from '../../../lib/session/profile.ts';
import { place, text, useUrlState } from '../../../lib/url/url-state.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { PageHead } from '../../../ui/frame/page-head.tsx';
import { initialsOf } from '../../../ui/frame/user-button.tsx';
import { EmailAddress } from '../../../ui/sheet/email-address.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { failureText } from '../identity-texts.ts';
import { useInstallation } from '../use-installation.ts';
import { confirmEmailChange, describeEmailChange } from './account-api.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { SETTING_ROW, SETTING_TEXT } from './setting-styles.ts';

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

/** A live region has to be there before it says something; empty it takes no place, nor the gap beside one. */
const ANSWER = 'empty:absolute';
/** What the whole question is about. */
const ASKED = 'text-[18px]/6.5 font-bold wrap-anywhere';

const LINK = { token: place(text('neue-adresse', { maxLength: 2000 })) };

/**
 * The link in the message that confirms another address leads here. Any website can lead here too, with a link that went to
 * somebody else: so the page names the address and changes nothing until its owner says so. Nothing is shown without a link.
 */
function EmailConfirmation() {
  const { value, set } = useUrlState(LINK);
  const client = useQueryClient();
  const [named, setNamed] = useState<{ token: string; email: string }>();
  const [outcome, setOutcome] = useState<AuthOutcome>();
  const [sending, setSending] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const answer = useRef<HTMLDivElement>(null);
  const token = value.token || null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    if (token === null) return;
    let isCurrent = true;
    void describeEmailChange(token).then((described) => {
      if (!isCurrent) return;
      if (described.ok) setNamed({ token, email: described.email });
      else setOutcome(described);
    });
    return () => {
      isCurrent = false;
    };
  }, [token, attempt]);

  /** A link that has done its work does not belong into the history. */
  const forgetLink = () => {
    setNamed(undefined);
    set({ token: '' }, { replace: true });
  };
  const confirm = async () => {
    if (named === undefined || sending) return;
    setSending(true);
    const result = await confirmEmailChange(named.token);
    if (result.ok) await client.invalidateQueries(profileQuery);
    setSending(false);
    setOutcome(result);
    forgetLink();
    // The button that had the focus is gone.
    answer.current?.focus();
  };

  return (
    <>
      <div role="status" className={ANSWER} ref={answer} tabIndex={-1}>
        {outcome?.ok && (
          <Notice kind="info" title="Ihre neue E-Mail-Adresse gilt">
            Alle anderen Geräte sind abgemeldet. Über die alte Adresse lässt sich das 72 Stunden lang
            rückgängig machen; wir haben auch dorthin geschrieben.
          </Notice>
        )}
        {outcome && !outcome.ok && (
          <Notice kind="warning" title={failureTitle(outcome, token)}>
            <p>{failureText(outcome)}</p>
            {outcome.code === null && token !== null && (
              <Button
                size="sm"
                onClick={() => {
                  setOutcome(undefined);
                  setAttempt(attempt + 1);
                }}
              >
                Erneut versuchen
              </Button>
            )}
          </Notice>
        )}
      </div>
      {named && named.token === token && (
        <Panel title="Soll diese E-Mail-Adresse künftig für Ihr Konto gelten?">
          <div className="grid grid-cols-1 gap-3 max-w-[60ch]">
            <p className={ASKED}>
              <EmailAddress>{named.email}</EmailAddress>
            </p>
            <p>
              Wer sie liest, kann ein neues Passwort für Ihr Konto festlegen. Bestätigen Sie nur, wenn es Ihre
              Adresse ist und Sie die Änderung selbst angefordert haben.
            </p>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <Button look="primary" pending={sending} onClick={confirm}>
                Diese Adresse übernehmen
              </Button>
              <Button onClick={forgetLink}>Nicht ändern</Button>
            </div>
          </div>
        </Panel>
      )}
    </>
  );
}

/** Once somebody has confirmed, the link is forgotten. Before, it names no address, and may have done its work long ago. */
function failureTitle({ code }: AuthFailure, token: string | null): string {
  if (token === null) return 'Die Adresse wurde nicht geändert';
  return code === null ? 'Der Link ließ sich nicht prüfen' : 'Mit diesem Link ändert sich nichts';
}
