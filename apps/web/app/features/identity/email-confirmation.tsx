import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AuthOutcome } from '../../lib/auth-post.ts';
import { profileQuery } from '../../lib/profile.ts';
import { place, text, useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { confirmEmailChange, describeEmailChange } from './account-api.ts';
import { failureText } from './identity-texts.ts';

/** A live region has to be there before it says something; empty it takes no place, nor the gap beside one. */
const ANSWER = 'empty:absolute';
/** What the whole question is about. */
const ASKED = 'text-[18px]/6.5 font-bold wrap-anywhere';

const LINK = { token: place(text('neue-adresse', { maxLength: 2000 })) };

/**
 * The link in the message that confirms another address leads here. Any website can lead here too, with a link that went to
 * somebody else: so the page names the address and changes nothing until its owner says so. Nothing is shown without a link.
 */
export function EmailConfirmation() {
  const { value, set } = useUrlState(LINK);
  const client = useQueryClient();
  const [named, setNamed] = useState<{ token: string; email: string }>();
  const [outcome, setOutcome] = useState<AuthOutcome>();
  const [pending, setPending] = useState(false);
  const answer = useRef<HTMLDivElement>(null);
  const token = value.token || null;

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
  }, [token]);

  /** A link that has done its work does not belong into the history. */
  const forgetLink = () => {
    setNamed(undefined);
    set({ token: '' }, { replace: true });
  };
  const confirm = async () => {
    if (named === undefined || pending) return;
    setPending(true);
    const result = await confirmEmailChange(named.token);
    if (result.ok) await client.invalidateQueries(profileQuery);
    setPending(false);
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
          <Notice kind="warning" title="Die Adresse wurde nicht geändert">
            {failureText(outcome)}
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
              <Button look="primary" pending={pending} onClick={confirm}>
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
