import { ORPCError } from '@orpc/client';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatDate } from '../../../lib/format/dates.ts';
import { withProof } from '../../../lib/server/reauthenticate.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FieldProblem } from '../../../ui/form/field.tsx';
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx';
import { focusIfLost } from '../../../ui/overlay/overlay-parts.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import { SETTING_ACTIONS, SETTING_ROW, SETTING_TEXT } from '../account/setting-styles.ts';
import type { AuthFailure } from '../auth-api.ts';
import { failureText } from '../identity-texts.ts';
import { useInstallation } from '../use-installation.ts';
import { linkAtProvider, type OwnIdentity, PROVIDER_PROBLEMS, unlinkIdentity } from './identities.ts';

/** Accounts elsewhere that open this one: link, list, unlink. */
export function IdentitiesPanel() {
  const client = useQueryClient();
  const installation = useInstallation();
  const { data: identities, error, refetch } = useQuery(identitiesQuery);
  const [params] = useSearchParams();
  const [leaving, setLeaving] = useState(false);
  const [unlinking, setUnlinking] = useState<OwnIdentity>();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<AuthFailure>();
  const [done, setDone] = useState<string>();
  const answer = useRef<HTMLParagraphElement>(null);
  const news = useRef<HTMLDivElement>(null);

  const provider = installation?.identityProvider ?? null;
  const problem = PROVIDER_PROBLEMS[params.get('error') ?? ''];
  const cameBack = params.has('verbunden') && 'Der Zugang ist verbunden.';
  const said = done ?? (failure ? undefined : cameBack);

  // Anyone who comes back from the provider looks at the top of the page.
  useEffect(() => news.current?.focus(), []);

  const link = async () => {
    setLeaving(true);
    setFailure(undefined);
    setDone(undefined);
    const outcome = await withProof(linkAtProvider);
    if (outcome.ok) return globalThis.location.assign(outcome.url);
    setLeaving(false);
    return setFailure(outcome);
  };

  const unlink = async (id: string) => {
    setPending(true);
    setFailure(undefined);
    const outcome = await withProof(() => unlinkIdentity(id));
    setPending(false);
    // Gone already is what was asked for.
    if (!outcome.ok && outcome.code !== 'ACCOUNT_NOT_FOUND') setFailure(outcome);
    else {
      await client.invalidateQueries(identitiesQuery);
      setDone('Der Zugang ist getrennt.');
    }
    setUnlinking(undefined);
  };

  return (
    <Panel
      title="Verbundene Zugänge"
      note={provider ? `Mit Ihrem Konto bei ${provider} können Sie sich auch hier anmelden.` : undefined}
      flush
    >
      {problem && (
        <div ref={news} className="py-4 px-(--pad)" tabIndex={-1}>
          <Notice kind="warning" title={problem.title}>
            {problem.text}
          </Notice>
        </div>
      )}
      {identities && identities.length > 0 && (
        <ul aria-label="Verbundene Zugänge">
          {identities.map((identity) => (
            <li key={identity.id} className={SETTING_ROW}>
              <div className={SETTING_TEXT}>
                <b>{identity.provider}</b>
                <span>Verbunden seit {formatDate(identity.linkedAt)}</span>
              </div>
              <Button aria-label={`Trennen: ${identity.provider}`} onClick={() => setUnlinking(identity)}>
                Trennen
              </Button>
            </li>
          ))}
        </ul>
      )}
      {identities?.length === 0 && installation && (
        <div className="py-4 px-(--pad) grid grid-cols-1 gap-3 max-w-[60ch]">
          {provider ? (
            <>
              <p>Noch ist kein Zugang verbunden.</p>
              <div className={SETTING_ACTIONS}>
                <Button pending={leaving} onClick={link}>
                  Mit {provider} verbinden
                </Button>
              </div>
            </>
          ) : (
            <p className="muted">Eine Anmeldung über einen Anbieter gibt es hier nicht.</p>
          )}
        </div>
      )}
      {!(identities && installation) && !error && <RowsSkeleton count={1} />}
      {!identities && error && (
        <div className="py-4 px-(--pad) grid grid-cols-1 gap-3 max-w-[60ch]">
          <FieldProblem>Die verbundenen Zugänge konnten nicht geladen werden.</FieldProblem>
          <div className={SETTING_ACTIONS}>
            <Button onClick={() => void refetch()}>Erneut versuchen</Button>
          </div>
        </div>
      )}
      {(failure || said) && (
        <div ref={problem ? undefined : news} className="py-4 px-(--pad)" tabIndex={-1}>
          {failure && <FieldProblem>{failureText(failure)}</FieldProblem>}
          {said && (
            <p ref={answer} className="small" role="status" tabIndex={-1}>
              {said}
            </p>
          )}
        </div>
      )}
      <ConfirmDialog
        opened={unlinking !== undefined}
        onClose={() => setUnlinking(undefined)}
        onClosed={() => focusIfLost(answer.current)}
        title="Zugang trennen?"
        confirmLabel="Zugang trennen"
        size="30rem"
        pending={pending}
        onConfirm={() => unlinking && void unlink(unlinking.id)}
      >
        <p>
          Danach öffnet Ihr Konto bei {unlinking?.provider} dieses hier nicht mehr. Mit Ihrem Passwort melden
          Sie sich weiter an.
        </p>
      </ConfirmDialog>
    </Panel>
  );
}

/** The linked identities of who asks. Refused as the API does, so that an ended session leads to the login. */
const identitiesQuery = queryOptions({
  queryKey: ['identity', 'identities'],
  queryFn: async ({ signal }): Promise<OwnIdentity[]> => {
    const response = await fetch('/api/auth/list-accounts', { signal });
    if (response.status === 401) throw new ORPCError('UNAUTHENTICATED', { status: 401 });
    if (!response.ok) throw new Error(`The list of identities was answered with ${response.status}`);
    return response.json();
  },
  staleTime: 0,
});
