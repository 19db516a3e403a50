import { type AccountClosing, BOTS } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { api, errorText, queries } from '../../lib/api.ts';
import { asksForProof, withProof } from '../../lib/reauthenticate.ts';
import { whileSessionEnds } from '../../lib/session-change.ts';
import { signedInMark } from '../../lib/signed-in-mark.ts';
import { urls } from '../../lib/urls.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogColumns } from '../../ui/dialog-columns.tsx';
import { FieldProblem, TextField } from '../../ui/field.tsx';
import { Ledger, type LedgerLine } from '../../ui/ledger.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PlayMoneyMark } from '../../ui/play-money-bar.tsx';
import { LedgerSkeleton } from '../../ui/skeleton.tsx';
import classes from './delete-account.module.css';
import { focusFirstInvalid } from './focus-first-invalid.ts';
import { useInstallation } from './use-installation.ts';
import { useOwnData } from './use-own-data.ts';

const WORD = 'LÖSCHEN';
/** Bots go on trading while one reads. */
const REFRESH_MS = 5_000;

interface DeleteAccountDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** What deleting the account does, in figures, before it is done. */
export function DeleteAccountDialog({ opened, onClose }: DeleteAccountDialogProps) {
  const { remove, pending, problem } = useDeleteAccount();
  const formId = useId();
  const close = () => {
    if (!pending) onClose();
  };
  const closing = useQuery(
    queries.identity.getAccountClosing.queryOptions({
      enabled: opened,
      refetchInterval: REFRESH_MS,
      staleTime: 0,
    }),
  );
  return (
    <Dialog
      opened={opened}
      onClose={close}
      size="56rem"
      flush
      title="Konto löschen"
      note="Das lässt sich nicht rückgängig machen."
      foot={
        <>
          <PlayMoneyMark />
          <Button onClick={close}>Abbrechen</Button>
          <Button
            type="submit"
            form={formId}
            look="primary"
            pending={pending}
            disabled={!closing.data || closing.data.isLastAdmin}
          >
            Konto endgültig löschen
          </Button>
        </>
      }
    >
      <DialogColumns>
        <div>
          {closing.data ? <ClosingSheet closing={closing.data} /> : <LedgerSkeleton lines={4} />}
          {!closing.data && closing.error && <FieldProblem>{errorText(closing.error)}</FieldProblem>}
          <OwnDataFirst />
        </div>
        <div>
          <WhatHappens closing={closing.data} />
          {closing.data?.isLastAdmin ? (
            <Notice kind="warning" title="Sie sind der letzte Administrator">
              Machen Sie zuerst jemand anderen zum Administrator. Danach können Sie Ihr Konto löschen.
            </Notice>
          ) : (
            <WordForm id={formId} onConfirmed={remove} />
          )}
          {problem && <FieldProblem>{problem}</FieldProblem>}
        </div>
      </DialogColumns>
    </Dialog>
  );
}

/** Where the play money goes: everything that bots pay out and the wallet holds falls to the house. */
function ClosingSheet({ closing }: { closing: AccountClosing }) {
  const lines: LedgerLine[] = [
    {
      label: 'Wallet',
      note: 'Verfügbar und reserviert',
      amount: <Amount value={fromWire(closing.walletBalance)} />,
    },
    ...closing.investments.map(({ id, botType, reference, usdCurrentAmount }) => ({
      key: id,
      label: `${BOTS[botType].name} wird beendet`,
      note: `Anlage ${reference}, Wert jetzt`,
      amount: <Amount value={fromWire(usdCurrentAmount)} />,
    })),
  ];
  return (
    <Ledger
      caption="Was mit Ihrem Spielgeld geschieht"
      head={{ label: 'Ihr Spielgeld', amount: 'USDT' }}
      lines={lines}
      total={{ label: 'Fällt an das Haus', amount: <Amount value={fromWire(closing.toHouse)} /> }}
    />
  );
}

function OwnDataFirst() {
  const { download, pending, done, problem } = useOwnData();
  return (
    <Notice kind="info" title="Möchten Sie Ihre Daten vorher mitnehmen?">
      <p>Danach gibt es sie hier nicht mehr, auch nicht für Sie.</p>
      <div className={classes.take}>
        <Button size="sm" icon={IconDownload} pending={pending} onClick={() => void download()}>
          Meine Daten herunterladen
        </Button>
        <span role="status">{done && 'Die Datei liegt bei Ihren Downloads.'}</span>
      </div>
      {problem && <FieldProblem>{problem}</FieldProblem>}
    </Notice>
  );
}

function WhatHappens({ closing }: { closing: AccountClosing | undefined }) {
  const isTold = useInstallation()?.linksByMail;
  const requests = [...(closing?.pendingDeposits ?? []), ...(closing?.pendingWithdrawals ?? [])].map(
    ({ reference }) => reference,
  );
  return (
    <div>
      <h3 className={classes.heading}>Was geschieht</h3>
      <ul className={classes.steps}>
        <li>
          {closing && closing.investments.length === 0
            ? 'Es läuft kein Bot.'
            : 'Laufende Bots werden zum Kurs dieses Augenblicks beendet. Sind die Kurse veraltet, geschieht nichts.'}
        </li>
        {closing && (
          <li>
            {requests.length > 0
              ? `Offene Anträge werden storniert: ${requests.join(', ')}.`
              : 'Offene Anträge gibt es nicht.'}
          </li>
        )}
        <li>Das Guthaben fällt an das Haus. Es ist Spielgeld und wird nicht ausgezahlt.</li>
        <li>
          Name, E-Mail-Adresse, Passwort, Sitzungen, Nachrichten und Ihre Chats werden gelöscht. Sie sind
          überall abgemeldet.
        </li>
        <li>In den Büchern bleiben Buchungen und Anlagen unter Kennungen, die nicht mehr zu Ihnen führen.</li>
        {isTold && <li>Sie bekommen eine letzte Nachricht per E-Mail.</li>}
      </ul>
    </div>
  );
}

function WordForm({ id, onConfirmed }: { id: string; onConfirmed: () => void }) {
  const [word, setWord] = useState('');
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isRight = word.trim().normalize('NFC').toLocaleUpperCase('de') === WORD;
    setProblem(isRight ? undefined : `Bitte geben Sie ${WORD} ein.`);
    if (isRight) onConfirmed();
    else focusFirstInvalid(form.current);
  };
  return (
    <form ref={form} id={id} className={classes.word} onSubmit={submit} noValidate>
      <TextField
        label={`Geben Sie zur Bestätigung ${WORD} ein`}
        name="word"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        value={word}
        onChange={(event) => {
          setWord(event.currentTarget.value);
          setProblem(undefined);
        }}
        problem={problem}
      />
    </form>
  );
}

function useDeleteAccount() {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const remove = async () => {
    if (pending) return;
    setPending(true);
    setProblem(undefined);
    try {
      await withProof(() => whileSessionEnds(deleteAndLeave()));
    } catch (error) {
      // Who has given up knows that.
      if (!asksForProof(error)) setProblem(errorText(error));
      setPending(false);
    }
  };
  return { remove, pending, problem };
}

/**
 * Does not resolve once the account is gone: this page has no session any more, and the next one is loaded anew, so that
 * nothing of the account stays in its memory.
 */
async function deleteAndLeave(): Promise<never> {
  await api.identity.deleteAccount({});
  signedInMark.remove();
  window.location.replace(urls.farewell);
  return new Promise(() => undefined);
}
