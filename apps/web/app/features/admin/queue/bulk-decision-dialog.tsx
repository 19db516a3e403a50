import { DEFAULT_REJECTION_REASON, type DecisionOutcome, germanMessage, LIMITS } from '@botdepot/contract';
import { formatAmount, type Micros } from '@botdepot/money';
import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { formatCount, NBSP } from '../../../lib/numbers.ts';
import { asksForProof } from '../../../lib/reauthenticate.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { KeyValues } from '../../../ui/key-values.tsx';
import { Ledger } from '../../../ui/ledger.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { useReauthentication } from '../../../ui/use-reauthentication.tsx';
import { type Decision, UNIT } from '../admin-texts.ts';
import { type OpenRequest, otherHolder, type RequestKind, sumOf } from '../open-request.ts';
import { isRefused, mayRetry } from '../refusals.ts';
import classes from './queue.module.css';
import { decidedOf, useBulkDecision } from './use-bulk-decision.ts';

interface BulkDecisionDialogProps {
  opened: boolean;
  kind: RequestKind;
  decision: Decision;
  /** What was chosen when the dialog was opened, as it is now. */
  requests: readonly OpenRequest[];
  ownUserId: string;
  /** New for every dialog that is opened; the same for every press of its button. */
  idempotencyKey: string;
  onClose: () => void;
  /** These need no decision any more. */
  onSettled: (requests: readonly { id: string }[]) => void;
}

const WORDS = {
  approve: { verb: 'genehmigen', done: 'Genehmigt', notDone: 'Nicht genehmigt' },
  reject: { verb: 'ablehnen', done: 'Abgelehnt', notDone: 'Nicht abgelehnt' },
} as const;

const NEXT: Record<RequestKind, Record<Decision, string>> = {
  deposit: {
    approve:
      'Jeder Betrag wird dem Wallet seines Kunden gutgeschrieben. Die Kunden erhalten eine Benachrichtigung.',
    reject: 'Es wird nichts gebucht. Die Kunden erhalten eine Benachrichtigung mit dem Grund.',
  },
  withdrawal: {
    approve: 'Die reservierten Beträge werden ausgebucht. Die Kunden erhalten eine Benachrichtigung.',
    reject:
      'Die reservierten Beträge werden wieder frei. Die Kunden erhalten eine Benachrichtigung mit dem Grund.',
  },
};

/** The step before many decisions at once, and then what came of each row. */
export function BulkDecisionDialog(props: BulkDecisionDialogProps) {
  const { opened, kind, decision, requests, ownUserId, idempotencyKey, onClose, onSettled } = props;
  const { run, dialog } = useReauthentication();
  const { mutate, error, isPending } = useBulkDecision(run);
  const [reason, setReason] = useState('');
  // What was sent: the list and the selection change as soon as something is decided.
  const [sent, setSent] = useState<readonly OpenRequest[]>([]);
  // The mutation forgets its outcomes when it tries again; the list stays meanwhile.
  const [outcomes, setOutcomes] = useState<readonly DecisionOutcome[]>([]);
  const held = requests.filter((request) => otherHolder(request, ownUserId) !== null);
  const free = requests.filter((request) => otherHolder(request, ownUserId) === null);
  const send = (rows: readonly OpenRequest[]) => {
    setSent(rows);
    mutate(
      { kind, decision, requests: rows, reason: reason.trim(), idempotencyKey },
      {
        onSuccess: (answer) => {
          setOutcomes(answer);
          onSettled(answer.filter((outcome) => outcome.ok || isSettled(outcome.code)));
        },
      },
    );
  };

  if (outcomes.length > 0) {
    return (
      <>
        <Outcomes
          {...props}
          requests={sent}
          outcomes={outcomes}
          error={error}
          pending={isPending}
          onRetry={() => send(sent)}
        />
        {dialog}
      </>
    );
  }
  const shown = isPending ? sent : free;
  const final = isRefused(error);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`${countOf(kind, shown.length)} ${WORDS[decision].verb}`}
      size="46rem"
      confirmLabel={`${inUsdt(sumOf(shown))} ${WORDS[decision].verb}`}
      confirmDisabled={final || shown.length === 0}
      cancelLabel={final ? 'Schließen' : undefined}
      onConfirm={() => send(free)}
      pending={isPending}
      movesMoney={decision === 'approve'}
      focusConfirm={decision === 'approve'}
    >
      <KeyValues
        facts={[
          { label: 'Anzahl', value: formatCount(shown.length) },
          { label: 'Summe', value: inUsdt(sumOf(shown)) },
        ]}
      />
      {decision === 'reject' && (
        <TextAreaField
          label="Grund für alle, sichtbar für die Kunden"
          help={`Bleibt das Feld leer, lesen die Kunden „${DEFAULT_REJECTION_REASON}“.`}
          placeholder={DEFAULT_REJECTION_REASON}
          maxLength={LIMITS.rejectionReasonLength}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
      )}
      {held.length > 0 && <HeldByOthers requests={held} />}
      <Ledger
        caption="Anträge der Auswahl"
        head={{ label: 'Antrag', amount: `Betrag, ${UNIT}` }}
        lines={shown.map((request) => ({
          key: request.id,
          label: request.reference,
          note: <span className={classes.breakable}>{request.email}</span>,
          amount: <Amount value={request.amount} />,
        }))}
        emptyHint="Alle sind gerade in Bearbeitung"
        total={{ label: 'Summe', amount: <Amount value={sumOf(shown)} /> }}
      />
      <Notice title="Was danach geschieht">
        {`${NEXT[kind][decision]} Jeder Antrag wird für sich gebucht; scheitert einer, gehen die anderen trotzdem durch.`}
      </Notice>
      {error && !asksForProof(error) && <Notice kind="warning">{errorText(error)}</Notice>}
      {dialog}
    </ConfirmDialog>
  );
}

function HeldByOthers({ requests }: { requests: readonly OpenRequest[] }) {
  const rows = requests.map(({ reference, claim }) => `${reference} (${claim?.name ?? ''})`).join(', ');
  return (
    <Notice kind="info" title="Nicht dabei, weil gerade in Bearbeitung">
      {rows}
    </Notice>
  );
}

interface OutcomesProps extends BulkDecisionDialogProps {
  outcomes: readonly DecisionOutcome[];
  /** The last try did not come through. */
  error: unknown;
  pending: boolean;
  onRetry: () => void;
}

/** One result per row. A row that failed stopped no other. */
function Outcomes(props: OutcomesProps) {
  const { opened, kind, decision, requests, outcomes, error, pending, onClose, onRetry } = props;
  const done = decidedOf(requests, outcomes);
  const words = WORDS[decision];
  const canRetry = outcomes.some((outcome) => !outcome.ok && mayRetry(outcome.code));
  // What went wrong is what there is to read.
  const ordered = [...outcomes].sort((a, b) => Number(a.ok) - Number(b.ok));
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Ergebnis je Antrag"
      note={`${done.length} von ${countOf(kind, outcomes.length)} ${words.done.toLowerCase()} · ${inUsdt(sumOf(done))}`}
      foot={
        <>
          {canRetry && (
            <Button pending={pending} onClick={onRetry}>
              Fehlende erneut versuchen
            </Button>
          )}
          <Button look="primary" onClick={onClose} data-autofocus>
            Schließen
          </Button>
        </>
      }
    >
      <ul className={classes.outcomes}>
        {ordered.map((outcome) => {
          const request = requests.find(({ id }) => id === outcome.id);
          return (
            <li key={outcome.id}>
              <span className={classes.who}>
                {request ? `${request.reference} · ${request.email}` : outcome.id}
              </span>
              {outcome.ok ? (
                <StatusPill tone="done">{words.done}</StatusPill>
              ) : (
                <StatusPill tone="refused">{words.notDone}</StatusPill>
              )}
              <small>
                {outcome.ok ? request && inUsdt(request.amount) : germanMessage(outcome.code, outcome.data)}
              </small>
            </li>
          );
        })}
      </ul>
      {error !== null && <Notice kind="warning">{errorText(error)}</Notice>}
    </Dialog>
  );
}

const SETTLED = new Set(['ALREADY_DECIDED', 'DEPOSIT_NOT_FOUND', 'WITHDRAWAL_NOT_FOUND', 'OWN_REQUEST']);
const isSettled = (code: string): boolean => SETTLED.has(code);

const NOUNS: Record<RequestKind, readonly [one: string, many: string]> = {
  deposit: ['Einzahlung', 'Einzahlungen'],
  withdrawal: ['Auszahlung', 'Auszahlungen'],
};
const countOf = (kind: RequestKind, count: number): string =>
  `${formatCount(count)} ${NOUNS[kind][count === 1 ? 0 : 1]}`;

const inUsdt = (amount: Micros): string => `${formatAmount(amount)}${NBSP}${UNIT}`;
