import {
  CORRECTION_DIRECTIONS,
  type CorrectionDirection,
  type CustomerBalance,
  LIMITS,
} from '@botdepot/contract';
import { formatAmount, fromWire, inUsdt, type Micros, toWire } from '@botdepot/money';
import { clsx } from 'clsx';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { lengthProblem } from '../../../lib/form/text-length.ts';
import { isNothing, readAmountText } from '../../../lib/form/typed.ts';
import { NBSP, WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorText } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { useSettledText } from '../../../lib/url/use-filter-text.ts';
import { Button } from '../../../ui/form/button.tsx';
import { ChoiceRow } from '../../../ui/form/chip.tsx';
import { TextAreaField } from '../../../ui/form/field.tsx';
import { MoneyInput } from '../../../ui/form/money-input.tsx';
import { ConfirmDialog, useOpening } from '../../../ui/overlay/dialog.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { ADMIN_TOASTS, DIRECTION_WORDS, SEARCH_MAX_LENGTH, SEARCH_MIN_LENGTH } from '../admin-texts.ts';
import { CustomerFacts } from '../customer-facts.tsx';
import { FourEyesHint, FourEyesNotice } from '../four-eyes/four-eyes-notice.tsx';
import { useTeamNote } from '../four-eyes/team-note.tsx';
import { LAY_BEFORE, useSecondAdmin } from '../four-eyes/use-second-admin.ts';
import { useCustomerBalance, useCustomerSearch } from './corrections.queries.ts';
import { CustomerField } from './customer-field.tsx';

const FORM = clsx(
  'grid grid-cols-1 gap-4 @min-[640px]:grid-cols-2 @min-[640px]:gap-x-8 @min-[640px]:items-start',
  '@min-[640px]:[&>[data-whole]]:col-span-full',
);

const DIRECTIONS = CORRECTION_DIRECTIONS.map((value) => ({ value, label: DIRECTION_WORDS[value].noun }));
const LIMITS_OF_FIELD = { max: LIMITS.correction.maximum, unit: WALLET_UNIT };
const INCOMPLETE = 'Email und Betrag erforderlich';
const { minLength, maxLength } = LIMITS.bookingReason;

/** „Wallet korrigieren“: who, which way, how much and why; then the review. */
export function CorrectWalletForm({ ownUserId }: { ownUserId: string }) {
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState(useMeantEmail());
  const [direction, setDirection] = useState<CorrectionDirection>('credit');
  const [amountText, setAmountText] = useState('');
  const [reason, setReason] = useState('');
  const [wasSent, setWasSent] = useState(false);
  // Sent before it was known whose wallet it is: it goes on by itself.
  const [isWaiting, setIsWaiting] = useState(false);
  const [review, open, close] = useOpening<Correction>();

  const typed = email.trim();
  const asked = useSettledText(typed);
  const search = useCustomerSearch(asked, SEARCH_MIN_LENGTH);
  const tooLong = lengthProblem(typed, SEARCH_MAX_LENGTH);
  // That nobody was found before says nothing of what is searched now.
  const isOpen =
    tooLong || asked.length < SEARCH_MIN_LENGTH || (search.isPlaceholderData && search.data?.total === 0);
  const found = isOpen ? undefined : search.data?.items;
  const customer = found?.find((person) => person.email === typed.toLowerCase()) ?? null;
  const wallet = useCustomerBalance(customer);
  const { data: balance } = wallet;
  const { amount } = readAmountText(amountText, LIMITS_OF_FIELD);
  const available = balance && fromWire(balance.available);
  const tooMuch = direction === 'debit' && amount !== null && available !== undefined && amount > available;

  const isAsking = asked !== typed || search.isFetching || wallet.isFetching;
  // Without a network they wait for one.
  const failed = [search, wallet].filter(({ isError, isPaused }) => isError || isPaused);
  const emailProblem = tooLong
    ? tooLong
    : !wasSent
      ? null
      : typed === ''
        ? INCOMPLETE
        : customer?.userId === ownUserId
          ? 'Auf Ihr eigenes Konto kann nur ein anderer Administrator buchen.'
          : isAsking
            ? null
            : failed.length > 0
              ? 'Der Kunde lässt sich gerade nicht laden. Bitte versuchen Sie es noch einmal.'
              : customer === null
                ? 'Zu dieser E-Mail-Adresse gibt es kein Konto.'
                : null;
  // What else is wrong with it says the field itself.
  const amountProblem =
    wasSent && isNothing(amountText) ? INCOMPLETE : tooMuch ? negativeText(available) : null;
  const reasonProblem =
    wasSent && reason.trim().length < minLength
      ? 'Bitte geben Sie einen Grund an.'
      : lengthProblem(reason, maxLength);
  const ready =
    customer !== null &&
    customer.userId !== ownUserId &&
    balance !== undefined &&
    amount !== null &&
    !tooMuch &&
    reason.trim().length >= minLength &&
    reasonProblem === null;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setWasSent(true);
    if (ready) {
      open({ balance, direction, amount, reason: reason.trim() });
      return;
    }
    if (isAsking || failed.length > 0) {
      for (const query of failed) void query.refetch();
      setIsWaiting(true);
      return;
    }
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  useEffect(() => {
    if (!isWaiting || isAsking) return;
    setIsWaiting(false);
    // Not while asking once more would fail once more.
    if (failed.length === 0) form.current?.requestSubmit();
  });
  const reset = () => {
    setEmail('');
    setAmountText('');
    setReason('');
    setDirection('credit');
    setWasSent(false);
  };

  return (
    <Panel title="Wallet korrigieren">
      <form
        ref={form}
        className={FORM}
        onSubmit={submit}
        // What is changed meanwhile was not sent.
        onInput={() => setIsWaiting(false)}
        noValidate
      >
        <CustomerField
          text={email}
          onTextChange={setEmail}
          found={found}
          failed={search.isError}
          problem={emailProblem}
          help={
            <output>
              {balance
                ? `Wallet ${formatAmount(fromWire(balance.total))} · verfügbar ${inUsdt(fromWire(balance.available))}`
                : NBSP}
            </output>
          }
        />
        <ChoiceRow label="Richtung" options={DIRECTIONS} value={direction} onChange={setDirection} />
        <MoneyInput
          label="Betrag"
          name="amount"
          text={amountText}
          onTextChange={setAmountText}
          {...LIMITS_OF_FIELD}
          echo={(shown) => (tooMuch ? '' : DIRECTION_WORDS[direction].echo(shown))}
          limitsText={NBSP}
          serverProblem={amountProblem}
        />
        <TextAreaField
          label="Grund, sichtbar für den Kunden"
          name="reason"
          help="Er bleibt in den Büchern stehen. Bitte keine persönlichen Angaben."
          problem={reasonProblem}
          rows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div data-whole className="stack">
          <FourEyesHint amount={amount} />
          <Button type="submit" look="primary" wide pending={isWaiting}>
            {isWaiting ? 'Kunde wird gesucht' : 'Weiter zur Prüfung'}
          </Button>
        </div>
      </form>
      {review && (
        <CorrectionDialog
          key={review.key}
          opened={review.isOpen}
          correction={review.subject}
          onClose={close}
          onBooked={reset}
        />
      )}
    </Panel>
  );
}

/** Whose wallet it is about, for whoever comes from the customer's page. An address does not belong into the URL. */
function useMeantEmail(): string {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null && 'email' in state ? String(state.email) : '';
}

function negativeText(available: Micros | undefined): string {
  const figure = available === undefined ? '' : ` Verfügbar: ${inUsdt(available)}.`;
  return `Balance kann nicht negativ werden.${figure}`;
}

interface Correction {
  /** The customer and what they had when the dialog opened. */
  balance: CustomerBalance;
  direction: CorrectionDirection;
  amount: Micros;
  reason: string;
}

interface CorrectionDialogProps {
  opened: boolean;
  correction: Correction;
  onClose: () => void;
  onBooked: () => void;
}

/** Repeats what is about to be booked, with the wallet before and after. */
function CorrectionDialog({ opened, correction, onClose, onBooked }: CorrectionDialogProps) {
  const { balance, direction, amount, reason } = correction;
  const { email } = balance;
  const words = DIRECTION_WORDS[direction];
  const figure = inUsdt(amount);
  const booking = useCommand('admin.correctWallet', {
    waits: true,
    onDone: ({ reference }) => {
      toast.success(ADMIN_TOASTS.corrected, `${reference}: ${figure} ${words.done}, ${email}`);
      onBooked();
      onClose();
    },
  });
  const { error } = booking;
  const second = useSecondAdmin('bookings', amount, error);
  const needsSecond = second.needed;
  const refused = needsSecond ? second.refused : booking.refused;
  const input = { email, direction, amountUsd: toWire(amount), reason };
  const note = useTeamNote();
  const lay = () => {
    const text = note.take();
    if (text === null) return;
    second.lay({ kind: 'correction', input, note: text }, () => {
      onBooked();
      onClose();
    });
  };
  const before = fromWire(balance.total);
  const change = direction === 'credit' ? amount : -amount;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Wallet-Korrektur prüfen"
      confirmLabel={needsSecond ? LAY_BEFORE : `${figure} ${words.verb}`}
      confirmDisabled={refused}
      cancelLabel={refused ? 'Schließen' : undefined}
      onConfirm={needsSecond ? lay : () => booking.run(input)}
      pending={booking.pending || second.pending}
      movesMoney
    >
      <CustomerFacts userId={balance.userId} lead={[{ label: 'Grund', value: reason }]} />
      <Ledger
        caption="Wallet des Kunden vorher und nachher"
        head={{ label: 'Wallet des Kunden', amount: WALLET_UNIT }}
        lines={[
          { label: 'Wallet vorher', amount: <Amount value={before} /> },
          { label: words.noun, amount: <Amount value={change} signed /> },
        ]}
        total={{ label: 'Wallet nachher', amount: <Amount value={before + change} /> }}
      />
      <FourEyesNotice second={second} />
      {needsSecond && !refused && note.field(second.unknown)}
      <Notice title="Was danach geschieht">
        {needsSecond ? 'Nach der Freigabe wird gebucht' : 'Gebucht wird sofort'}, gegen das Korrekturkonto des
        Hauses. Der Kunde erhält eine Benachrichtigung mit dem Grund und sieht die Korrektur unter seinen
        Buchungen.
      </Notice>
      {error !== null && !needsSecond && <Notice kind="warning">{errorText(error)}</Notice>}
    </ConfirmDialog>
  );
}
