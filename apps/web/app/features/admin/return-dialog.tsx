import { type ActiveInvestment, amountAfterReturn, type ManualReturnOutcome } from '@botdepot/contract';
import { useState } from 'react';
import { errorText } from '../../lib/api.ts';
import type { Navs } from '../../lib/live-prices.ts';
import { asksForProof } from '../../lib/reauthenticate.ts';
import { WALLET_UNIT } from '../../lib/units.ts';
import { Amount } from '../../ui/amount.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { KeyValues } from '../../ui/key-values.tsx';
import { Ledger } from '../../ui/ledger.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useReauthentication } from '../../ui/use-reauthentication.tsx';
import { CustomerFacts } from './customer-facts.tsx';
import { FourEyesNotice } from './four-eyes/four-eyes-notice.tsx';
import { returnRequest, sumOfReturns } from './four-eyes/return-request.ts';
import { useTeamNote } from './four-eyes/team-note.tsx';
import { LAY_BEFORE, useSecondAdmin } from './four-eyes/use-second-admin.ts';
import { percentLabel, percentOnWire } from './percent-text.ts';
import { isRefused } from './refusals.ts';
import { ReturnOutcomes } from './return-outcomes.tsx';
import classes from './returns.module.css';
import { currentValue } from './returns.queries.ts';
import { useApplyReturn } from './use-apply-return.ts';

interface ReturnDialogProps {
  opened: boolean;
  investments: readonly ActiveInvestment[];
  navs: Navs;
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
  const second = useSecondAdmin('bookings', sumOfReturns(investments, props.navs, hundredths), run, error);
  const needsSecond = second.needed;
  const note = useTeamNote();
  const booking = { percent: percentOnWire(hundredths), reason };
  // The mutation forgets its outcomes when it tries again; the list stays meanwhile.
  const [outcomes, setOutcomes] = useState<readonly ManualReturnOutcome[]>([]);
  const send = () => {
    second.reset();
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
  };
  if (outcomes.length > 0) {
    return (
      <>
        <ReturnOutcomes
          opened={opened}
          investments={investments}
          outcomes={outcomes}
          second={second}
          note={note}
          toRequest={(rows, text) => returnRequest(rows, booking, text)}
          error={error}
          pending={isPending}
          onRetry={send}
          onClose={onClose}
        />
        {dialog}
      </>
    );
  }
  const [only] = investments.length === 1 ? investments : [];
  const final = needsSecond ? second.refused : isRefused(error);
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
      pending={isPending || second.pending}
      movesMoney
    >
      <BeforeAndAfter {...props} />
      {only && <CustomerFacts userId={only.userId} />}
      <Notice title="Was danach geschieht">
        Gebucht wird gegen das Haus, zum Kurs des nächsten Ticks; bis dahin kann sich der Wert noch ändern.
        Die Kunden lesen die Rendite mit dem Grund als „manuell“. In den Messwerten des Bots zählt sie nicht.
      </Notice>
      <FourEyesNotice second={second} />
      {needsSecond && !final && note.field(second.unknown)}
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
            <span className={classes.breakable}>
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
