import {
  type ActiveInvestment,
  amountAfterReturn,
  germanMessage,
  type ManualReturnOutcome,
} from '@botdepot/contract';
import { formatAmount, fromWire } from '@botdepot/money';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { NBSP } from '../../lib/numbers.ts';
import { asksForProof } from '../../lib/reauthenticate.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { KeyValues } from '../../ui/key-values.tsx';
import { Ledger } from '../../ui/ledger.tsx';
import { Notice } from '../../ui/notice.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useReauthentication } from '../../ui/use-reauthentication.tsx';
import { UNIT } from './admin-texts.ts';
import { FourEyesNotice } from './four-eyes/four-eyes-notice.tsx';
import { returnRequest, sumOfReturns } from './four-eyes/return-request.ts';
import { LAY_BEFORE, useSecondAdmin } from './four-eyes/use-second-admin.ts';
import { percentLabel, percentOnWire } from './percent-text.ts';
import { isRefused, mayRetry } from './refusals.ts';
import classes from './returns.module.css';
import { currentValue } from './returns.queries.ts';
import { useApplyReturn } from './use-apply-return.ts';

interface ReturnDialogProps {
  opened: boolean;
  investments: readonly ActiveInvestment[];
  navs: Readonly<Record<string, string>>;
  hundredths: bigint;
  reason: string;
  /** New for every dialog that is opened; the same for every press of its button. */
  idempotencyKey: string;
  onClose: () => void;
  /** Something was booked: the form can be empty again. */
  onBooked: () => void;
}

/** The step before a return is booked, and, for a selection, what came of each row. */
export function ReturnDialog(props: ReturnDialogProps) {
  const { opened, investments, hundredths, reason, idempotencyKey, onClose, onBooked } = props;
  const { run, dialog } = useReauthentication();
  const { mutate, error, isPending } = useApplyReturn(run);
  const second = useSecondAdmin(sumOfReturns(investments, props.navs, hundredths), run, error);
  const needsSecond = second.thresholdUsd !== null;
  // The mutation forgets its outcomes when it tries again; the list stays meanwhile.
  const [outcomes, setOutcomes] = useState<readonly ManualReturnOutcome[]>([]);
  const send = () =>
    mutate(
      { investments, hundredths, reason, idempotencyKey },
      {
        onSuccess: (answer) => {
          if (answer.some(({ ok }) => ok)) onBooked();
          if (answer.every(({ ok }) => ok)) onClose();
          else setOutcomes(answer);
        },
      },
    );
  if (outcomes.length > 0) {
    return (
      <>
        <Outcomes {...props} outcomes={outcomes} error={error} pending={isPending} onRetry={send} />
        {dialog}
      </>
    );
  }
  const final = needsSecond ? second.refused : isRefused(error);
  const lay = () =>
    second.lay(returnRequest(investments, { percent: percentOnWire(hundredths), reason }), () => {
      onBooked();
      onClose();
    });
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
      pending={isPending || second.pending}
      movesMoney
    >
      <BeforeAndAfter {...props} />
      <Notice title="Was danach geschieht">
        Gebucht wird gegen das Haus, zum Kurs des nächsten Ticks; bis dahin kann sich der Wert noch ändern.
        Die Kunden lesen die Rendite mit dem Grund als „manuell“. In den Messwerten des Bots zählt sie nicht.
      </Notice>
      <FourEyesNotice second={second} />
      {error && !needsSecond && !asksForProof(error) && <Notice kind="warning">{errorText(error)}</Notice>}
      {dialog}
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
          { label: 'Änderung', value: <Amount value={after - before} signed unit={UNIT} /> },
          { label: 'Grund', value: reason },
        ]}
      />
      <Ledger
        caption="Wert vorher und nachher"
        head={{ label: 'Anlage', before: 'Vorher', amount: `Nachher, ${UNIT}` }}
        lines={rows.map(({ investment, ...row }) => ({
          key: investment.id,
          label: investment.reference,
          note: <span className={classes.breakable}>{investment.email}</span>,
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

interface OutcomesProps extends ReturnDialogProps {
  outcomes: readonly ManualReturnOutcome[];
  /** The last try did not come through. */
  error: unknown;
  pending: boolean;
  onRetry: () => void;
}

/** One result per row. A row that failed stopped no other. */
function Outcomes(props: OutcomesProps) {
  const { opened, investments, outcomes, error, pending, onClose, onRetry } = props;
  const failed = outcomes.filter(({ ok }) => !ok).length;
  const canRetry = outcomes.some((outcome) => !outcome.ok && mayRetry(outcome.code));
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Ergebnis je Anlage"
      note={`${outcomes.length - failed} von ${outcomes.length} gebucht`}
      foot={
        <>
          {canRetry && (
            <Button pending={pending} onClick={onRetry}>
              Fehlende erneut versuchen
            </Button>
          )}
          <Button look="primary" onClick={onClose}>
            Schließen
          </Button>
        </>
      }
    >
      <ul className={classes.outcomes}>
        {outcomes.map((outcome) => {
          const investment = investments.find(({ id }) => id === outcome.investmentId);
          return (
            <li key={outcome.investmentId}>
              <span className={classes.who}>
                {investment ? `${investment.reference} · ${investment.email}` : outcome.investmentId}
              </span>
              {outcome.ok ? (
                <StatusPill tone="done">Gebucht</StatusPill>
              ) : (
                <StatusPill tone="refused">Nicht gebucht</StatusPill>
              )}
              <small>
                {outcome.ok
                  ? `${formatAmount(fromWire(outcome.result.profitLoss), { sign: 'always' })}${NBSP}${UNIT}, neuer Wert ${formatAmount(fromWire(outcome.result.amountAfter))}${NBSP}${UNIT}`
                  : germanMessage(outcome.code, outcome.data)}
              </small>
            </li>
          );
        })}
      </ul>
      {error !== null && <Notice kind="warning">{errorText(error)}</Notice>}
    </Dialog>
  );
}
