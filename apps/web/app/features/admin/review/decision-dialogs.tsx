import { barToApproval, DEFAULT_REJECTION_REASON, germanMessage, LIMITS } from '@botdepot/contract';
import { inUsd, inUsdt } from '@botdepot/money';
import { useEffect, useRef, useState } from 'react';
import { lengthProblem } from '../../../lib/form/text-length.ts';
import { WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorText } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { useProfile } from '../../../lib/session/profile.ts';
import { isRecord, unsent } from '../../../lib/session/unsaved.ts';
import { TextAreaField } from '../../../ui/form/field.tsx';
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { ADMIN_TOASTS, type Decision, REQUEST_WORDS } from '../admin-texts.ts';
import { CustomerFacts } from '../customer-facts.tsx';
import { useFourEyes, useWaitingRequests } from '../four-eyes/four-eyes.queries.ts';
import { FourEyesNotice, WaitingNotice } from '../four-eyes/four-eyes-notice.tsx';
import { NOTE_TO_SECOND, useTeamNote } from '../four-eyes/team-note.tsx';
import { LAY_BEFORE, useSecondAdmin } from '../four-eyes/use-second-admin.ts';
import { ClaimNotice } from './claim-notice.tsx';
import { changeOf, type OpenRequest } from './open-request.ts';
import { type ClaimState, isHeldUp } from './use-claim.ts';

interface DecisionDialogProps {
  opened: boolean;
  request: OpenRequest;
  claim: ClaimState;
  onClose: () => void;
  /** A decision was made, and the dialog is gone from the screen. */
  onDecided?: (() => void) | undefined;
}

/** Repeats what is about to be booked; nothing happens before the button that names the amount. */
export function ApproveDialog(props: DecisionDialogProps) {
  const { opened, request, claim, onClose } = props;
  const [finish, onClosed] = useFinish(props);
  const { run, error, refused, pending, maybeDone } = useCommand(
    request.kind === 'deposit' ? 'admin.approveDeposit' : 'admin.approveWithdrawal',
    outcomeOf('approve', request, finish),
  );
  useKnownOutcome('approve', maybeDone && !pending && claim.decided !== null);
  const amount = amountOf(request);
  const second = useSecondAdmin(request.kind === 'deposit' ? 'deposits' : 'bookings', request.amount, error);
  const waiting = useWaitingRequests().get(request.id);
  const hasSecond = useFourEyes().data?.hasSecond === true;
  const bar = barToApproval(request.kind, request);
  // Of a locked account two may pay out all the same, whatever the amount.
  const overridesLock = request.kind === 'withdrawal' && bar === 'CUSTOMER_LOCKED';
  const needsSecond = overridesLock || second.needed;
  const note = useTeamNote(overridesLock ? 'Warum trotz Sperre ausgezahlt werden soll' : NOTE_TO_SECOND);
  const final = needsSecond
    ? second.refused || waiting !== undefined || (overridesLock && !hasSecond)
    : refused || bar !== null;
  const lay = () => {
    const text = note.take();
    if (text === null) return;
    const { id, kind } = request;
    second.lay(
      kind === 'deposit'
        ? { kind, input: { id }, note: text }
        : { kind, input: { id, overridesLock }, note: text },
      finish,
    );
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onClosed={onClosed}
      title={`${REQUEST_WORDS[request.kind].noun} ${request.reference} genehmigen`}
      confirmLabel={
        overridesLock ? 'Trotz Sperre vorlegen' : needsSecond ? LAY_BEFORE : `${amount} genehmigen`
      }
      confirmDisabled={final || isHeldUp(claim)}
      cancelLabel={final || claim.decided !== null ? 'Schließen' : undefined}
      onConfirm={() => (needsSecond ? lay() : run({ id: request.id }))}
      pending={pending || second.pending}
      movesMoney
      focusConfirm
    >
      {!pending && !second.pending && <ClaimNotice {...claim} />}
      <CustomerFacts
        userId={request.userId}
        withdrawalId={request.kind === 'withdrawal' ? request.id : undefined}
        lead={[
          { label: 'Betrag', value: amount },
          { label: 'Währung', value: request.currency },
        ]}
      />
      <WalletChange request={request} />
      {bar !== null && (
        <Notice kind="warning" title={BAR_TITLES[bar]}>
          {overridesLock && !hasSecond
            ? 'Außer Ihnen kann niemand zustimmen. Ausgezahlt wird erst, wenn die Sperre aufgehoben ist.'
            : germanMessage(bar, null)}
        </Notice>
      )}
      <Notice title="Was danach geschieht">
        {needsSecond && 'Nach der Freigabe: '}
        {request.kind === 'deposit'
          ? `${amount} werden dem Wallet gutgeschrieben.`
          : 'Der reservierte Betrag wird ausgebucht.'}{' '}
        Der Kunde erhält eine Benachrichtigung.
      </Notice>
      {waiting ? (
        <WaitingNotice approval={waiting} />
      ) : (
        <FourEyesNotice second={isHeldUp(claim) ? { ...second, error: null } : second} />
      )}
      {needsSecond && !final && note.field(second.unknown)}
      {!needsSecond && !isHeldUp(claim) && <Refusal error={error} />}
    </ConfirmDialog>
  );
}

export function RejectDialog(props: DecisionDialogProps) {
  const { opened, request, claim, onClose } = props;
  const [finish, onClosed] = useFinish(props);
  const waiting = useWaitingRequests().get(request.id);
  const [reason, setReason, forgetReason] = useReason(request.id, claim.decided !== null);
  const tooLong = lengthProblem(reason, LIMITS.rejectionReasonLength);
  const { run, error, refused, pending, maybeDone } = useCommand(
    request.kind === 'deposit' ? 'admin.rejectDeposit' : 'admin.rejectWithdrawal',
    outcomeOf('reject', request, () => {
      forgetReason();
      finish();
    }),
  );
  useKnownOutcome('reject', maybeDone && !pending && claim.decided !== null);
  const text = reason.trim();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onClosed={onClosed}
      title={`${REQUEST_WORDS[request.kind].noun} ${request.reference} ablehnen`}
      confirmLabel={`${amountOf(request)} ablehnen`}
      confirmDisabled={refused || isHeldUp(claim) || tooLong !== null}
      cancelLabel={refused || claim.decided !== null ? 'Schließen' : undefined}
      onConfirm={() => run({ id: request.id, ...(text !== '' && { reason: text }) })}
      pending={pending}
    >
      {!pending && <ClaimNotice {...claim} />}
      <RequestFacts request={request} />
      <TextAreaField
        label="Grund, sichtbar für den Kunden"
        help={`Bleibt das Feld leer, liest der Kunde „${DEFAULT_REJECTION_REASON}“.`}
        placeholder={DEFAULT_REJECTION_REASON}
        problem={tooLong}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
      <Notice title="Was danach geschieht">
        {request.kind === 'deposit'
          ? 'Es wird nichts gebucht. Der Kunde erhält eine Benachrichtigung mit dem Grund.'
          : 'Der reservierte Betrag wird wieder frei. Der Kunde erhält eine Benachrichtigung mit dem Grund.'}
        {waiting && ` Die Vorlage ${waiting.reference} endet damit.`}
      </Notice>
      {!isHeldUp(claim) && <Refusal error={error} />}
    </ConfirmDialog>
  );
}

/** What was written stays with the tab until the request is decided: neither a reload nor a dialog that was closed loses it. */
function useReason(requestId: string, isDecided: boolean) {
  const { userId } = useProfile();
  const place = `rejection:${requestId}`;
  const [reason, setReason] = useState(() => {
    const kept = unsent.read(userId, place);
    return isRecord(kept) && typeof kept.text === 'string' ? kept.text : '';
  });
  useEffect(
    () => unsent.keep(userId, place, isDecided || reason === '' ? null : { text: reason }),
    [userId, place, reason, isDecided],
  );
  return [reason, setReason, () => unsent.keep(userId, place, null)] as const;
}

/** What is said of a decision, whatever came of it. */
const outcomeOf = (decision: Decision, { kind, reference, email }: OpenRequest, finish: () => void) => ({
  failed: { title: ADMIN_TOASTS.failed, text: ADMIN_TOASTS.notDecided[decision] },
  // The next request should be the current one when the dialog closes.
  waits: true,
  onDone: () => {
    toast.success(ADMIN_TOASTS.decided[kind][decision], `${reference} von ${email}`);
    finish();
  },
});

/** An answer was lost and the decision is known all the same: that it failed is no longer true. */
function useKnownOutcome(decision: Decision, isKnown: boolean) {
  useEffect(() => {
    if (isKnown) toast.endError(ADMIN_TOASTS.failed, ADMIN_TOASTS.notDecided[decision]);
  }, [decision, isKnown]);
}

/** Closes after a decision, and tells of it when the dialog is gone: before that the focus would come back to it. */
function useFinish({ onClose, onDecided }: Pick<DecisionDialogProps, 'onClose' | 'onDecided'>) {
  const decided = useRef(false);
  const finish = () => {
    decided.current = true;
    onClose();
  };
  const onClosed = () => {
    if (decided.current) onDecided?.();
    decided.current = false;
  };
  return [finish, onClosed] as const;
}

const BAR_TITLES = {
  CUSTOMER_LOCKED: 'Trotz Sperre nur zu zweit',
  WITHDRAWAL_HELD: 'Noch nicht zu genehmigen',
} as const;

function RequestFacts({ request }: { request: OpenRequest }) {
  return (
    <KeyValues
      facts={[
        { label: 'Kunde', value: request.email },
        ...(request.isLocked ? [{ label: 'Konto', value: 'Gesperrt' }] : []),
        { label: 'Betrag', value: amountOf(request) },
        { label: 'Währung', value: request.currency },
        ...(request.kind === 'withdrawal' ? [{ label: 'Adresse', value: request.address }] : []),
      ]}
    />
  );
}

/** The wallet as a whole, with everything in it that is reserved. */
function WalletChange({ request }: { request: OpenRequest }) {
  const { kind, reference, walletAfter } = request;
  const change = changeOf(request);
  return (
    <Ledger
      caption="Wallet des Kunden vorher und nachher"
      head={{ label: 'Wallet des Kunden', amount: WALLET_UNIT }}
      lines={[
        {
          label: 'Wallet vorher',
          note: kind === 'withdrawal' && `davon ${inUsdt(request.amount)} hierfür reserviert`,
          amount: <Amount value={walletAfter - change} />,
        },
        { label: `${REQUEST_WORDS[kind].noun} ${reference}`, amount: <Amount value={change} signed /> },
      ]}
      total={{ label: 'Wallet nachher', amount: <Amount value={walletAfter} /> }}
    />
  );
}

/** The toast says that it failed; this says why, beside the button that may try again. What holds the dialog up says it better. */
function Refusal({ error }: { error: unknown }) {
  if (!error) return null;
  return <Notice kind="warning">{errorText(error)}</Notice>;
}

function amountOf(request: OpenRequest): string {
  return inUsd(request.amount);
}
