import { DEFAULT_REJECTION_REASON, LIMITS } from '@botdepot/contract';
import { formatAmount } from '@botdepot/money';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { NBSP } from '../../lib/numbers.ts';
import { Amount } from '../../ui/amount.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { KeyValues } from '../../ui/key-values.tsx';
import { Ledger } from '../../ui/ledger.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useReauthentication } from '../../ui/use-reauthentication.tsx';
import { isFinal, useDecide } from './admin.queries.ts';
import { REQUEST_WORDS, UNIT } from './admin-texts.ts';
import type { OpenRequest } from './open-request.ts';

interface DecisionDialogProps {
  opened: boolean;
  request: OpenRequest;
  /** New for every dialog that is opened; the same for every press of its button. */
  idempotencyKey: string;
  onClose: () => void;
}

/** Repeats what is about to be booked; nothing happens before the button that names the amount. */
export function ApproveDialog({ opened, request, idempotencyKey, onClose }: DecisionDialogProps) {
  const { run, dialog } = useReauthentication();
  const { mutate, error, isPending } = useDecide(run);
  const amount = amountOf(request);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`${REQUEST_WORDS[request.kind].noun} ${request.reference} genehmigen`}
      confirmLabel={`${amount} genehmigen`}
      confirmDisabled={isFinal(error)}
      cancelLabel={isFinal(error) ? 'Schließen' : undefined}
      onConfirm={() => mutate({ decision: 'approve', request, idempotencyKey }, { onSuccess: onClose })}
      pending={isPending}
      movesMoney
      focusConfirm
    >
      <RequestFacts request={request} />
      {request.walletAfter === null ? (
        <Notice title="Was danach geschieht">
          {`${amount} werden dem Wallet gutgeschrieben. Der Kunde erhält eine Benachrichtigung.`}
        </Notice>
      ) : (
        <>
          <Ledger
            caption="Wallet des Kunden vorher und nachher"
            head={{ label: 'Wallet des Kunden', amount: UNIT }}
            lines={[
              {
                label: 'Vorher, davon reserviert',
                amount: <Amount value={request.walletAfter + request.amount} />,
              },
              { label: `Auszahlung ${request.reference}`, amount: <Amount value={-request.amount} /> },
            ]}
            total={{ label: 'Danach', amount: <Amount value={request.walletAfter} /> }}
          />
          <Notice title="Was danach geschieht">
            Der reservierte Betrag wird ausgebucht. Der Kunde erhält eine Benachrichtigung.
          </Notice>
        </>
      )}
      <Refusal error={error} />
      {dialog}
    </ConfirmDialog>
  );
}

export function RejectDialog({ opened, request, idempotencyKey, onClose }: DecisionDialogProps) {
  const [reason, setReason] = useState('');
  const { run, dialog } = useReauthentication();
  const { mutate, error, isPending } = useDecide(run);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`${REQUEST_WORDS[request.kind].noun} ${request.reference} ablehnen`}
      confirmLabel={`${amountOf(request)} ablehnen`}
      confirmDisabled={isFinal(error)}
      cancelLabel={isFinal(error) ? 'Schließen' : undefined}
      onConfirm={() =>
        mutate({ decision: 'reject', request, idempotencyKey, reason: reason.trim() }, { onSuccess: onClose })
      }
      pending={isPending}
    >
      <RequestFacts request={request} />
      <TextAreaField
        label="Grund, sichtbar für den Kunden"
        help={`Bleibt das Feld leer, liest der Kunde „${DEFAULT_REJECTION_REASON}“.`}
        placeholder={DEFAULT_REJECTION_REASON}
        maxLength={LIMITS.rejectionReasonLength}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
      <Notice title="Was danach geschieht">
        {request.kind === 'deposit'
          ? 'Es wird nichts gebucht. Der Kunde erhält eine Benachrichtigung mit dem Grund.'
          : 'Der reservierte Betrag wird wieder frei. Der Kunde erhält eine Benachrichtigung mit dem Grund.'}
      </Notice>
      <Refusal error={error} />
      {dialog}
    </ConfirmDialog>
  );
}

function RequestFacts({ request }: { request: OpenRequest }) {
  return (
    <KeyValues
      facts={[
        { label: 'Kunde', value: request.email },
        { label: 'Betrag', value: amountOf(request) },
        { label: 'Währung', value: request.currency },
        ...(request.kind === 'withdrawal' ? [{ label: 'Adresse', value: request.address }] : []),
      ]}
    />
  );
}

/** The toast says that it failed; this says why, beside the button that may try again. */
function Refusal({ error }: { error: unknown }) {
  if (!error) return null;
  return <Notice kind="warning">{errorText(error)}</Notice>;
}

function amountOf(request: OpenRequest): string {
  return `${formatAmount(request.amount)}${NBSP}${UNIT}`;
}
