import {
  type ActiveInvestment,
  type Approval,
  type ApprovalRequest,
  amountAfterReturn,
  germanMessage,
  type ManualReturnOutcome,
} from '@botdepot/contract';
import { formatAmount, fromWire, inUsdt } from '@botdepot/money';
import { useState } from 'react';
import { Link } from 'react-router';
import { NBSP, WALLET_UNIT } from '../../../lib/format/numbers.ts';
import type { Navs } from '../../../lib/live/live-prices.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorText, isDecision } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/overlay/dialog.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { EmailAddress } from '../../../ui/sheet/email-address.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { StatusPill } from '../../../ui/state/status-pill.tsx';
import { ADMIN_TOASTS } from '../admin-texts.ts';
import { CustomerFacts } from '../customer-facts.tsx';
import { FourEyesNotice } from '../four-eyes/four-eyes-notice.tsx';
import { returnRequest, sumOfReturns } from '../four-eyes/return-request.ts';
import { type TeamNote, useTeamNote } from '../four-eyes/team-note.tsx';
import { LAY_BEFORE, type SecondAdmin, useSecondAdmin } from '../four-eyes/use-second-admin.ts';
import { needsTwo, OutcomeList, OutcomeRow } from '../outcome-list.tsx';
import { percentLabel, percentOnWire } from './percent-text.ts';
import { currentValue } from './returns.queries.ts';

interface ReturnDialogProps {
  opened: boolean;
  investments: readonly ActiveInvestment[];
  navs: Navs;
  hundredths: bigint;
  reason: string;
  onClose: () => void;
  /** Something was booked: the form can be empty again. */
  onBooked: () => void;
}

/** The step before a return is booked, and, for a selection, what came of each row. */
export function ReturnDialog(props: ReturnDialogProps) {
  const { opened, investments, hundredths, reason, onClose, onBooked } = props;
  const [only, another] = investments;
  const command = useCommand(only && !another ? 'admin.applyReturn' : 'admin.applyReturns', {
    failed: { title: ADMIN_TOASTS.failed, text: ADMIN_TOASTS.returnFailed },
    waits: true,
    onDone: (answer) => {
      const rows: ManualReturnOutcome[] =
        'items' in answer ? answer.items : [{ investmentId: answer.investmentId, ok: true, result: answer }];
      announce(rows, hundredths);
      if (rows.some(({ ok }) => ok)) onBooked();
      if (rows.every(({ ok }) => ok)) onClose();
      else setOutcomes(rows);
    },
  });
  const { error, pending } = command;
  const second = useSecondAdmin('bookings', sumOfReturns(investments, props.navs, hundredths), error);
  const needsSecond = second.needed;
  const note = useTeamNote();
  const booking = { percent: percentOnWire(hundredths), reason };
  // They stay while it tries again.
  const [outcomes, setOutcomes] = useState<readonly ManualReturnOutcome[]>([]);
  const send = () => {
    second.reset();
    command.run(
      only && !another
        ? { investmentId: only.id, ...booking }
        : { investmentIds: investments.map(({ id }) => id), ...booking },
    );
  };
  if (outcomes.length > 0) {
    return (
      <ReturnOutcomes
        opened={opened}
        investments={investments}
        outcomes={outcomes}
        second={second}
        note={note}
        toRequest={(rows, text) => returnRequest(rows, booking, text)}
        error={error}
        pending={pending}
        onRetry={send}
        onClose={onClose}
      />
    );
  }
  const final = needsSecond ? second.refused : command.refused;
  const lay = () => {
    const text = note.take();
    if (text === null) return;
    second.lay(returnRequest(investments, booking, text), () => {
      onBooked();
      onClose();
    });
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Manuelle Rendite prüfen"
      size="46rem"
      confirmLabel={needsSecond ? LAY_BEFORE : confirmLabel(props)}
      confirmDisabled={final}
      cancelLabel={final ? 'Schließen' : undefined}
      onConfirm={needsSecond ? lay : send}
      pending={pending || second.pending}
      movesMoney
    >
      <BeforeAndAfter {...props} />
      {only && !another && <CustomerFacts userId={only.userId} />}
      <Notice title="Was danach geschieht">
        Gebucht wird gegen das Haus, zum Kurs des nächsten Ticks; bis dahin kann sich der Wert noch ändern.
        Die Kunden lesen die Rendite mit dem Grund als „manuell“. In den Messwerten des Bots zählt sie nicht.
      </Notice>
      <FourEyesNotice second={second} />
      {needsSecond && !final && note.field(second.unknown)}
      {error !== null && !needsSecond && <Notice kind="warning">{errorText(error)}</Notice>}
    </ConfirmDialog>
  );
}

function confirmLabel({ investments, hundredths }: ReturnDialogProps): string {
  const percent = percentLabel(hundredths);
  return investments.length === 1
    ? `${percent} anwenden`
    : `${percent} auf ${investments.length} Anlagen anwenden`;
}

function BeforeAndAfter({ investments, navs, hundredths, reason }: ReturnDialogProps) {
  const rows = investments.map((investment) => {
    const value = currentValue(investment, navs);
    return { investment, before: value, after: amountAfterReturn(value, hundredths) };
  });
  const before = rows.reduce((total, row) => total + row.before, 0n);
  const after = rows.reduce((total, row) => total + row.after, 0n);
  return (
    <>
      <KeyValues
        facts={[
          { label: 'Rendite', value: percentLabel(hundredths) },
          { label: 'Änderung', value: <Amount value={after - before} signed unit={WALLET_UNIT} /> },
          { label: 'Grund', value: reason },
        ]}
      />
      <Ledger
        caption="Wert vorher und nachher"
        head={{ label: 'Anlage', before: 'Vorher', amount: `Nachher, ${WALLET_UNIT}` }}
        lines={rows.map(({ investment, ...row }) => ({
          key: investment.id,
          label: investment.reference,
          note: (
            <span className="wrap-anywhere">
              <EmailAddress>{investment.email}</EmailAddress>
            </span>
          ),
          before: <Amount value={row.before} tone="muted" />,
          amount: <Amount value={row.after} />,
        }))}
        total={{
          label: 'Wert',
          before: <Amount value={before} tone="muted" />,
          amount: <Amount value={after} />,
        }}
      />
    </>
  );
}

function announce(outcomes: readonly ManualReturnOutcome[], hundredths: bigint): void {
  const results = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.result] : []));
  toast.endError(ADMIN_TOASTS.failed, ADMIN_TOASTS.returnFailed);
  if (results.length === 0) {
    toast.error(ADMIN_TOASTS.failed, ADMIN_TOASTS.returnFailed);
    return;
  }
  const total = results.reduce((sum, { profitLoss }) => sum + fromWire(profitLoss), 0n);
  const dollars = `${formatAmount(total, { sign: 'always' })}${NBSP}$`;
  const where = outcomes.length === 1 ? '' : ` auf ${results.length} von ${outcomes.length} Anlagen`;
  toast.success(ADMIN_TOASTS.returnApplied, `${percentLabel(hundredths)}${where} · ${dollars}`);
}

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
function ReturnOutcomes(props: ReturnOutcomesProps) {
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
