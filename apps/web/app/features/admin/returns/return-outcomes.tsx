import {
  type ActiveInvestment,
  type Approval,
  type ApprovalRequest,
  germanMessage,
  type ManualReturnOutcome,
} from '@botdepot/contract';
import { fromWire, inUsdt } from '@botdepot/money';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorText, isDecision } from '../../../lib/api.ts';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import type { TeamNote } from '../four-eyes/team-note.tsx';
import { LAY_BEFORE, type SecondAdmin } from '../four-eyes/use-second-admin.ts';
import { needsTwo, OutcomeList, OutcomeRow } from '../outcome-list.tsx';

interface ReturnOutcomesProps {
  opened: boolean;
  investments: readonly ActiveInvestment[];
  outcomes: readonly ManualReturnOutcome[];
  second: SecondAdmin;
  note: TeamNote;
  toRequest: (investments: readonly ActiveInvestment[], note: string) => ApprovalRequest;
  /** The last try did not come through. */
  error: unknown;
  pending: boolean;
  onRetry: () => void;
  onClose: () => void;
}

/**
 * One result per row. A row that failed stopped no other. Values may have grown above the threshold while the rows were
 * booked: what is left over can be laid before a second admin, as one sum.
 */
export function ReturnOutcomes(props: ReturnOutcomesProps) {
  const { opened, investments, outcomes, second, note, toRequest, error, pending, onClose, onRetry } = props;
  const [laid, setLaid] = useState<ReadonlyMap<string, Approval>>(new Map());
  const failed = outcomes.filter(({ ok }) => !ok).length;
  const canRetry = outcomes.some((outcome) => !outcome.ok && !isDecision(outcome.code));
  const toLay = investments.filter(
    ({ id }) => !laid.has(id) && outcomes.some((outcome) => outcome.investmentId === id && needsTwo(outcome)),
  );
  const canLay = toLay.length > 0;
  return (
    <Dialog
      opened={opened}
      onClose={() => !second.pending && onClose()}
      title="Ergebnis je Anlage"
      note={`${outcomes.length - failed} von ${outcomes.length} gebucht`}
      foot={
        <>
          {canRetry && (
            // Laid before somebody, perhaps: until that is known, what is laid must not become another list.
            <Button pending={pending} disabled={second.pending || second.unknown} onClick={onRetry}>
              Fehlende erneut versuchen
            </Button>
          )}
          <Button look={canLay ? 'default' : 'primary'} onClick={onClose}>
            Schließen
          </Button>
          {canLay && (
            <Button
              look="primary"
              pending={second.pending}
              disabled={second.refused || pending}
              onClick={({ currentTarget }) => {
                const text = note.take();
                if (text === null) return;
                const dialog = currentTarget.closest<HTMLElement>('[role="dialog"]');
                second.lay(toRequest(toLay, text), (approval) => {
                  setLaid((known) => new Map([...known, ...toLay.map(({ id }) => [id, approval] as const)]));
                  // The button goes away; the focus stays in the dialog.
                  dialog?.focus();
                });
              }}
            >
              {LAY_BEFORE}
            </Button>
          )}
        </>
      }
    >
      <OutcomeList>
        {outcomes.map((outcome) => {
          const investment = investments.find(({ id }) => id === outcome.investmentId);
          return (
            <OutcomeRow key={outcome.investmentId} row={investment} id={outcome.investmentId}>
              <Outcome outcome={outcome} laid={laid.get(outcome.investmentId)} />
            </OutcomeRow>
          );
        })}
      </OutcomeList>
      {canLay && !second.refused && note.field(second.unknown)}
      {canLay && Boolean(second.error) && <Notice kind="warning">{errorText(second.error)}</Notice>}
      {error !== null && <Notice kind="warning">{errorText(error)}</Notice>}
    </Dialog>
  );
}

function Outcome({ outcome, laid }: { outcome: ManualReturnOutcome; laid: Approval | undefined }) {
  if (outcome.ok) {
    const { profitLoss, amountAfter } = outcome.result;
    return (
      <>
        <StatusPill tone="done">Gebucht</StatusPill>
        <small>
          {`${inUsdt(fromWire(profitLoss), { sign: 'always' })}, neuer Wert ${inUsdt(fromWire(amountAfter))}`}
        </small>
      </>
    );
  }
  if (!needsTwo(outcome)) {
    return (
      <>
        <StatusPill tone="refused">Nicht gebucht</StatusPill>
        <small>{germanMessage(outcome.code, outcome.data)}</small>
      </>
    );
  }
  return laid === undefined ? (
    <>
      <StatusPill tone="pending">Braucht zweite Person</StatusPill>
      <small>{germanMessage(outcome.code, outcome.data)}</small>
    </>
  ) : (
    <>
      <StatusPill tone="pending">Liegt zur Freigabe vor</StatusPill>
      <small>
        <Link className="link nowrap" to={urls.adminApproval(laid.id)}>
          {`Vorlage ${laid.reference} öffnen`}
        </Link>
      </small>
    </>
  );
}
