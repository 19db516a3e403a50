import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AuthOutcome } from '../../lib/auth-post.ts';
import { profileQuery } from '../../lib/profile.ts';
import { Notice } from '../../ui/notice.tsx';
import { confirmEmailChange } from './account-api.ts';
import { failureText } from './identity-texts.ts';
import classes from './settings.module.css';

const TOKEN = 'neue-adresse';

/** The link in the message that confirms another address leads here. Nothing is shown without one. */
export function EmailConfirmation() {
  const [params, setParams] = useSearchParams();
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<AuthOutcome>();
  const sent = useRef<string>(undefined);
  const token = params.get(TOKEN);

  useEffect(() => {
    // The token works once, so an effect that runs again must not send it again.
    if (token === null || sent.current === token) return;
    sent.current = token;
    void confirmEmailChange(token).then(async (answer) => {
      if (answer.ok) await client.invalidateQueries(profileQuery);
      setOutcome(answer);
      // It is used up and does not belong into the history.
      setParams(
        (before) => {
          before.delete(TOKEN);
          return before;
        },
        { replace: true },
      );
    });
  }, [token, client, setParams]);

  return (
    <div role="status" className={classes.answer}>
      {outcome?.ok && (
        <Notice kind="info" title="Ihre neue E-Mail-Adresse gilt">
          Alle anderen Geräte sind abgemeldet. Wir haben auch an die alte Adresse geschrieben.
        </Notice>
      )}
      {outcome && !outcome.ok && (
        <Notice kind="warning" title="Die Adresse wurde nicht geändert">
          {failureText(outcome)}
        </Notice>
      )}
      {!outcome && token !== null && <p>Ihre neue Adresse wird bestätigt.</p>}
    </div>
  );
}
