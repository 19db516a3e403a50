import { deviceName } from '@botdepot/contract';
import { ORPCError } from '@orpc/client';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatDate, formatDateTime } from '../../../lib/format/dates.ts';
import { withProof } from '../../../lib/server/reauthenticate.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FieldProblem } from '../../../ui/form/field.tsx';
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx';
import { focusIfLost } from '../../../ui/overlay/overlay-parts.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import { SETTING_ACTIONS, SETTING_ROW, SETTING_TEXT } from '../account/setting-styles.ts';
import type { AuthFailure } from '../auth-api.ts';
import { failureText } from '../identity-texts.ts';
import { addPasskey, canUsePasskeys, deletePasskey, type OwnPasskey, renamePasskey } from './passkey-api.ts';
import { PasskeyNameDialog } from './passkey-name-dialog.tsx';

type Step = { name: 'add' } | { name: 'rename' | 'delete'; passkey: OwnPasskey };

const NOTE =
  'Melden Sie sich mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts an, ohne Passwort und ohne Code.';

/** Passkeys: add one on this device, name it, delete it. */
export function PasskeyPanel() {
  const client = useQueryClient();
  const { data: passkeys, error, refetch } = useQuery(passkeysQuery);
  const [step, setStep] = useState<Step>();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<AuthFailure>();
  const [done, setDone] = useState<string>();
  const answer = useRef<HTMLParagraphElement>(null);
  const isSupported = canUsePasskeys();

  const begin = (next: Step) => {
    setFailure(undefined);
    setDone(undefined);
    setStep(next);
  };
  const finish = async (said: string) => {
    await client.invalidateQueries(passkeysQuery);
    setStep(undefined);
    setDone(said);
  };
  const save = async (name: string): Promise<AuthFailure | undefined> => {
    if (step?.name !== 'rename') {
      const outcome = await withProof(() => addPasskey(name));
      if (!outcome.ok) return outcome;
      await finish('Der Passkey ist angelegt.');
      return undefined;
    }
    const outcome = await renamePasskey(step.passkey.id, name);
    if (!outcome.ok) return outcome;
    await finish('Der Name ist gespeichert.');
    return undefined;
  };

  const remove = async (id: string) => {
    setPending(true);
    setFailure(undefined);
    const outcome = await withProof(() => deletePasskey(id));
    setPending(false);
    if (!outcome.ok && outcome.code !== 'PASSKEY_NOT_FOUND') return setFailure(outcome);
    await finish('Der Passkey ist gelöscht.');
  };

  return (
    <Panel
      title="Passkeys"
      note={NOTE}
      flush
      foot={
        isSupported &&
        passkeys !== undefined &&
        passkeys.length > 0 && <Button onClick={() => begin({ name: 'add' })}>Passkey hinzufügen</Button>
      }
    >
      {passkeys && passkeys.length > 0 && (
        <ul aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => begin({ name: 'rename', passkey })}
              onDelete={() => begin({ name: 'delete', passkey })}
            />
          ))}
        </ul>
      )}
      {passkeys?.length === 0 && isSupported && (
        <EmptyState
          title="Noch kein Passkey"
          action={
            <Button look="primary" onClick={() => begin({ name: 'add' })}>
              Passkey hinzufügen
            </Button>
          }
        >
          Ihr Passwort gilt weiter. Der Passkey bleibt auf Ihrem Gerät oder in Ihrem Passwortmanager.
        </EmptyState>
      )}
      {!isSupported && (
        <p className="py-4 px-(--pad) small muted">
          In diesem Browser können Sie keinen Passkey anlegen. Mit einem aktuellen Browser und über eine
          sichere Verbindung (https) geht es.
        </p>
      )}
      {!passkeys && !error && <RowsSkeleton count={1} />}
      {!passkeys && error && (
        <div className="py-4 px-(--pad) grid grid-cols-1 gap-3 max-w-[60ch]">
          <FieldProblem>Die Passkeys konnten nicht geladen werden.</FieldProblem>
          <div className={SETTING_ACTIONS}>
            <Button onClick={() => void refetch()}>Erneut versuchen</Button>
          </div>
        </div>
      )}
      {done && (
        <div className="py-4 px-(--pad)">
          <p ref={answer} className="small" role="status" tabIndex={-1}>
            {done}
          </p>
        </div>
      )}
      <PasskeyNameDialog
        opened={step?.name === 'add' || step?.name === 'rename'}
        isNew={step?.name !== 'rename'}
        initialName={step?.name === 'rename' ? nameOf(step.passkey) : deviceName(navigator.userAgent)}
        onClose={() => setStep(undefined)}
        onClosed={() => focusIfLost(answer.current)}
        onName={save}
      ></PasskeyNameDialog>
      <ConfirmDialog
        opened={step?.name === 'delete'}
        onClose={() => setStep(undefined)}
        onClosed={() => focusIfLost(answer.current)}
        title="Passkey löschen?"
        confirmLabel="Passkey löschen"
        size="30rem"
        pending={pending}
        onConfirm={() => step?.name === 'delete' && void remove(step.passkey.id)}
      >
        <div className="grid grid-cols-1 gap-3 max-w-[60ch]">
          <p>
            „<bdi>{step?.name === 'delete' && nameOf(step.passkey)}</bdi>“ öffnet Ihr Konto danach nicht mehr.
            Mit Ihrem Passwort melden Sie sich weiter an.
          </p>
          <p className="small muted">
            Auf dem Gerät selbst bleibt er gespeichert. Dort löschen Sie ihn in den Einstellungen oder im
            Passwortmanager.
          </p>
          {failure && <FieldProblem>{failureText(failure)}</FieldProblem>}
        </div>
      </ConfirmDialog>
    </Panel>
  );
}

const nameOf = ({ name, keeper }: OwnPasskey) => name ?? keeper ?? 'Passkey';

interface PasskeyRowProps {
  passkey: OwnPasskey;
  onRename: () => void;
  onDelete: () => void;
}

function PasskeyRow({ passkey, onRename, onDelete }: PasskeyRowProps) {
  const name = nameOf(passkey);
  const facts = [
    passkey.keeper !== name && passkey.keeper,
    `Angelegt am ${formatDate(passkey.createdAt)}`,
    passkey.lastUsedAt ? `zuletzt benutzt ${formatDateTime(passkey.lastUsedAt)}` : 'noch nicht benutzt',
  ].filter(Boolean);
  return (
    <li className={SETTING_ROW}>
      <div className={SETTING_TEXT}>
        <b>
          <bdi>{name}</bdi>
        </b>
        <span>{facts.join(' · ')}</span>
      </div>
      <div className={SETTING_ACTIONS}>
        <Button aria-label={`Umbenennen: ${name}`} onClick={onRename}>
          Umbenennen
        </Button>
        <Button aria-label={`Löschen: ${name}`} onClick={onDelete}>
          Löschen
        </Button>
      </div>
    </li>
  );
}

/** The passkeys of who asks, newest first. Refused as the API does, so that an ended session leads to the login. */
const passkeysQuery = queryOptions({
  queryKey: ['identity', 'passkeys'],
  queryFn: async ({ signal }): Promise<OwnPasskey[]> => {
    const response = await fetch('/api/auth/passkey/list-user-passkeys', { signal });
    if (response.status === 401) throw new ORPCError('UNAUTHENTICATED', { status: 401 });
    if (!response.ok) throw new Error(`The list of passkeys was answered with ${response.status}`);
    return response.json();
  },
  staleTime: 0,
});
