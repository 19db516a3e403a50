import { type AccountClosing, BOTS } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from '../../../lib/form/use-form.ts';
import { api, errorText, queries } from '../../../lib/server/api.ts';
import { whileSessionEnds } from '../../../lib/server/auth-post.ts';
import { asksForProof, withProof } from '../../../lib/server/reauthenticate.ts';
import { signedInMark } from '../../../lib/session/cookies.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FieldProblem, TextField } from '../../../ui/form/field.tsx';
import { PlayMoneyMark } from '../../../ui/frame/play-money-bar.tsx';
import { IconDownload } from '../../../ui/icon/icons.ts';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { DialogColumns } from '../../../ui/overlay/overlay-parts.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Ledger, type LedgerLine } from '../../../ui/sheet/ledger.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { LedgerSkeleton } from '../../../ui/state/skeleton.tsx';
import { useInstallation } from '../use-installation.ts';
import { useOwnData } from './use-own-data.ts';

/** The buttons below stay in view and would cover it, and what is said about it. */
const SCROLLED_CLEAR = '[&_input]:scroll-mb-40';

const WORD = 'LÖSCHEN';
const wordProblem = (typed: string) =>
  typed.trim().normalize('NFC').toLocaleUpperCase('de') === WORD ? undefined : `Bitte geben Sie ${WORD} ein.`;
/** Bots go on trading while one reads. */
const REFRESH_MS = 5_000;

interface DeleteAccountDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** What deleting the account does, in figures, before it is done. */
export function DeleteAccountDialog({ opened, onClose }: DeleteAccountDialogProps) {
  const form = useForm({ initialValues: { word: '' }, validate: { word: wordProblem } });
  const formId = useId();
  const close = () => {
    if (!form.submitting) onClose();
  };
  const remove = async () => {
    try {
      await withProof(() => whileSessionEnds(deleteAndLeave()));
    } catch (error) {
      // Who has given up knows that.
      if (!asksForProof(error)) form.refuse({ failure: errorText(error) });
    }
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
      onClosed={() => form.setFieldValue('word', '')}
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
            pending={form.submitting}
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
            <form {...form.props(remove)} id={formId} className={SCROLLED_CLEAR}>
              <TextField
                {...form.fields.word}
                label={`Geben Sie zur Bestätigung ${WORD} ein`}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                required
              />
            </form>
          )}
          {form.failure && <FieldProblem>{form.failure}</FieldProblem>}
        </div>
      </DialogColumns>
    </Dialog>
  );
}

/** Where the play money goes: everything that bots pay out and the wallet holds falls to the house. */
export function ClosingSheet({ closing }: { closing: AccountClosing }) {
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
    ...(hasOwnBots(closing)
      ? [
          {
            label: 'Eigene Bots',
            note: 'Laufende und wartende Starts',
            amount: <Amount value={fromWire(closing.ownBots)} />,
          },
        ]
      : []),
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

const hasOwnBots = ({ ownBots }: AccountClosing): boolean => fromWire(ownBots) > 0n;

function OwnDataFirst() {
  const { download, pending, done, problem } = useOwnData();
  return (
    <Notice kind="info" title="Möchten Sie Ihre Daten vorher mitnehmen?">
      <p>Danach gibt es sie hier nicht mehr, auch nicht für Sie.</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 mt-3">
        <Button size="sm" icon={IconDownload} pending={pending} onClick={() => void download()}>
          Meine Daten herunterladen
        </Button>
        <span role="status">{done && 'Die Datei liegt bei Ihren Downloads.'}</span>
      </div>
      {problem && <FieldProblem>{problem}</FieldProblem>}
    </Notice>
  );
}

export function WhatHappens({ closing }: { closing: AccountClosing | undefined }) {
  const isTold = useInstallation()?.linksByMail;
  const requests = [...(closing?.pendingDeposits ?? []), ...(closing?.pendingWithdrawals ?? [])].map(
    ({ reference }) => reference,
  );
  return (
    <div>
      <h3 className="mb-2 text-md font-semibold">Was geschieht</h3>
      <ul className="grid gap-2 pl-5 text-[14px]/[21px] [list-style:disc]">
        {endsOfBots(closing).map((end) => (
          <li key={end}>{end}</li>
        ))}
        {closing && (
          <li>
            {requests.length > 0
              ? `Offene Anträge werden storniert: ${requests.join(', ')}.`
              : 'Offene Anträge gibt es nicht.'}
          </li>
        )}
        <li>Das Guthaben fällt an das Haus. Es ist Spielgeld und wird nicht ausgezahlt.</li>
        <li>
          Name, E-Mail-Adresse, Passwort, Sitzungen, Nachrichten, Chats und die Regeln eigener Bots werden
          gelöscht. Sie sind überall abgemeldet.
        </li>
        <li>In den Büchern bleiben Buchungen und Anlagen unter Kennungen, die nicht mehr zu Ihnen führen.</li>
        {isTold && <li>Sie bekommen eine letzte Nachricht per E-Mail.</li>}
      </ul>
    </div>
  );
}

/** How whatever runs ends; that of own bots waits for no price. */
function endsOfBots(closing: AccountClosing | undefined): string[] {
  const atOnce =
    'Laufende Bots werden zum Kurs dieses Augenblicks beendet. Sind die Kurse veraltet, geschieht nichts.';
  if (!closing) return [atOnce];
  const ends = [
    ...(closing.investments.length > 0 ? [atOnce] : []),
    ...(hasOwnBots(closing)
      ? ['Eigene Bots enden mit ihrem letzten Wert, wartende Starts werden zurückgenommen.']
      : []),
  ];
  return ends.length > 0 ? ends : ['Es läuft kein Bot.'];
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
