import { type AccountClosing, BOTS } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useId, useRef, useState } from 'react';
import { useForm } from '../../../lib/form/use-form.ts';
import { formatDate } from '../../../lib/format/dates.ts';
import { api, errorText, queries } from '../../../lib/server/api.ts';
import type { AuthOutcome } from '../../../lib/server/auth-post.ts';
import { whileSessionEnds } from '../../../lib/server/auth-post.ts';
import { asksForProof, withProof } from '../../../lib/server/reauthenticate.ts';
import { signedInMark } from '../../../lib/session/cookies.ts';
import { profileQuery, useProfile } from '../../../lib/session/profile.ts';
import { place, text, useUrlState } from '../../../lib/url/url-state.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button, ButtonLink } from '../../../ui/form/button.tsx';
import { FieldProblem, TextField } from '../../../ui/form/field.tsx';
import { PageHead } from '../../../ui/frame/page-head.tsx';
import { PlayMoneyMark } from '../../../ui/frame/play-money-bar.tsx';
import { initialsOf } from '../../../ui/frame/user-button.tsx';
import { IconDownload } from '../../../ui/icon/icons.ts';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { DialogColumns } from '../../../ui/overlay/overlay-parts.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { EmailAddress } from '../../../ui/sheet/email-address.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Ledger, type LedgerLine } from '../../../ui/sheet/ledger.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { LedgerSkeleton } from '../../../ui/state/skeleton.tsx';
import { failureText } from '../identity-texts.ts';
import { useInstallation } from '../use-installation.ts';
import { confirmEmailChange, describeEmailChange } from './account-api.ts';
import { SETTING_ROW, SETTING_TEXT } from './setting-styles.ts';
import { useOwnData } from './use-own-data.ts';

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
function DeleteAccountDialog({ opened, onClose }: DeleteAccountDialogProps) {
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

function WhatHappens({ closing }: { closing: AccountClosing | undefined }) {
  const isTold = useInstallation()?.linksByMail;
  const requests = [...(closing?.pendingDeposits ?? []), ...(closing?.pendingWithdrawals ?? [])].map(
    ({ reference }) => reference,
  );
  return (
    <div>
      <h3 className="mb-2 text-md font-semibold">Was geschieht</h3>
      <ul className="grid gap-2 pl-5 text-[14px]/[21px] [list-style:disc]">
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
          <Notice kind="warning" title="Die Adresse wurde nicht geändert">
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
