import { FOUR_EYES, type FourEyes, LIMITS, THRESHOLDS, type ThresholdOf } from '@botdepot/contract';
import { fromWire, toWire } from '@botdepot/money';
import { clsx } from 'clsx';
import { useState } from 'react';
import { lengthProblem } from '../../../lib/form/text-length.ts';
import { amountAsText, readAmountText } from '../../../lib/form/typed.ts';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { NBSP, WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorText } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { Button } from '../../../ui/form/button.tsx';
import { ChoiceRow } from '../../../ui/form/chip.tsx';
import { TextAreaField } from '../../../ui/form/field.tsx';
import { MoneyInput } from '../../../ui/form/money-input.tsx';
import { ConfirmDialog, useOpening } from '../../../ui/overlay/dialog.tsx';
import { breakBeforeAt } from '../../../ui/sheet/email-address.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { LoadFailure } from '../../../ui/state/load-failure.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';
import {
  isInForce,
  secondText,
  THRESHOLD_WORDS,
  thresholdEffect,
  thresholdOf,
  thresholdText,
} from './approval-texts.ts';
import { useRequestApproval } from './four-eyes.queries.ts';
import { LAY_BEFORE } from './use-second-admin.ts';

const ADMINS = clsx(
  'mx-0 mt-2 mb-0 p-0 list-none border-t border-border',
  '[&_li]:flex [&_li]:flex-wrap [&_li]:justify-between [&_li]:items-center [&_li]:gap-x-3',
  '[&_li]:gap-y-0.5 [&_li]:py-2.5 [&_li]:border-b [&_li]:border-b-border',
  '[&_li]:text-[14px]/5 [&_span:first-child]:min-w-0 [&_span:first-child]:wrap-anywhere',
);

interface ThresholdPanelProps {
  rule: FourEyes | undefined;
  error: unknown;
  onRetry: () => void;
}

/** The rule: from which amount on, since when, and who could be the second one. */
export function ThresholdPanel({ rule, error, onRetry }: ThresholdPanelProps) {
  const [dialog, open, close] = useOpening<ThresholdOf>();
  const canChange = useMay()('admin.setFourEyesThreshold');
  if (!rule) {
    return (
      <Panel title="Vier-Augen-Prinzip" flush>
        {error ? <LoadFailure error={error} onRetry={onRetry} /> : <RowsSkeleton count={5} />}
      </Panel>
    );
  }
  return (
    <Panel title="Vier-Augen-Prinzip">
      <div className="grid gap-4">
        {THRESHOLDS.map((of) => (
          <div key={of}>
            <p className="small muted">{THRESHOLD_WORDS[of]}</p>
            <p className="[--unit-size:16px] text-xl font-semibold tracking-[-0.01em] mb-2">
              {thresholdText(thresholdOf(rule, of))}
            </p>
            {canChange && (
              <Button size="sm" onClick={() => open(of)}>
                {of === 'deposits' ? 'Für Einzahlungen ändern' : 'Schwelle ändern'}
              </Button>
            )}
          </div>
        ))}
        <div>
          <p className="small muted">
            {rule.changedBy === null ? (
              'Erster Wert der Installation'
            ) : (
              <span className="wrap-anywhere">
                {breakBeforeAt(`Seit ${formatDateTime(rule.changedAt)}, ${rule.changedBy.email}`)}
              </span>
            )}
          </p>
        </div>
        <WhyOff rule={rule} />
        <p className="small muted">
          {`Was einer allein bucht, zählt ${FOUR_EYES.movedAloneHours}${NBSP}Stunden lang zusammen, hin wie her und für alle Kunden; was zwei freigegeben haben, zählt nicht mit.`}
        </p>
        <div>
          <p className="small muted">Wer freigeben kann</p>
          <ul className={ADMINS}>
            {rule.admins.map((admin) => (
              <li key={admin.userId}>
                <span>{breakBeforeAt(admin.email)}</span>
                <span className="muted">{secondText(admin)}</span>
              </li>
            ))}
          </ul>
        </div>
        <p className="small muted">
          {`Wer erst seit Kurzem Administrator oder wieder entsperrt ist, gibt ${FOUR_EYES.roleSettlesHours}${NBSP}Stunden lang nichts frei, ausgenommen der erste Administrator. Ebenso lange zählt noch mit, wer von einem anderen gesperrt wurde oder Rechte verloren hat.`}
        </p>
      </div>
      {dialog !== null && (
        <ThresholdDialog
          key={dialog.key}
          opened={dialog.isOpen}
          rule={rule}
          of={dialog.subject}
          onClose={close}
        />
      )}
    </Panel>
  );
}

function WhyOff({ rule }: { rule: FourEyes }) {
  if (rule.whyOff === null) return null;
  return (
    <Notice kind="info" title="Gilt gerade nicht">
      {rule.whyOff === 'no_threshold'
        ? 'Es ist keine Schwelle gesetzt. Jeder Administrator bucht jeden Betrag allein.'
        : 'Außer Ihnen kann niemand freigeben. Bis es einen zweiten Administrator gibt, der handeln kann, bucht einer jeden Betrag allein.'}
    </Notice>
  );
}

interface ThresholdDialogProps {
  opened: boolean;
  rule: FourEyes;
  of: ThresholdOf;
  onClose: () => void;
}

const CHOICES = [
  { value: 'on', label: 'Ab einem Betrag' },
  { value: 'off', label: 'Aus' },
] as const;
const { minLength, maxLength } = LIMITS.bookingReason;

/** First what it is to be, then the review. While the rule holds, a second admin decides. */
function ThresholdDialog({ opened, rule, of, onClose }: ThresholdDialogProps) {
  const [choice, setChoice] = useState<'on' | 'off'>('on');
  const present = thresholdOf(rule, of);
  const isActive = isInForce(rule, of);
  const [text, setText] = useState(present === null ? '' : amountAsText(fromWire(present)));
  const [reason, setReason] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const [step, setStep] = useState<'input' | 'review'>('input');
  const set = useCommand('admin.setFourEyesThreshold', {
    onDone: () => {
      toast.success('Schwelle geändert');
      onClose();
    },
  });
  const lay = useRequestApproval(onClose);

  const { amount } = readAmountText(text);
  const next = choice === 'off' ? null : amount;
  const wire = next === null ? null : toWire(next);
  const isSame = next === (present === null ? null : fromWire(present));
  const amountProblem =
    !wasSent || choice === 'off'
      ? null
      : amount === null && text.trim() === ''
        ? 'Bitte geben Sie einen Betrag an.'
        : isSame
          ? 'Diese Schwelle gilt schon.'
          : null;
  const offProblem = wasSent && choice === 'off' && isSame;
  const reasonProblem =
    wasSent && reason.trim().length < minLength
      ? 'Bitte geben Sie einen Grund an.'
      : lengthProblem(reason, maxLength);
  const ready =
    (choice === 'off' || amount !== null) &&
    !isSame &&
    reason.trim().length >= minLength &&
    reasonProblem === null;

  const { error, refused } = isActive ? lay : set;
  const confirm = () => {
    if (step === 'input') {
      setWasSent(true);
      if (ready) setStep('review');
      return;
    }
    const input = { of, thresholdUsd: wire, reason: reason.trim() };
    if (isActive) lay.run({ kind: 'threshold', input });
    else set.run(input);
  };
  const back = () => {
    setStep('input');
    // What is corrected was not refused.
    lay.forget();
    set.forget();
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onBack={step === 'review' ? back : undefined}
      title={step === 'input' ? 'Schwelle ändern' : 'Neue Schwelle prüfen'}
      confirmLabel={step === 'input' ? 'Weiter zur Prüfung' : isActive ? LAY_BEFORE : 'Schwelle ändern'}
      confirmDisabled={step === 'review' && refused}
      onConfirm={confirm}
      pending={set.pending || lay.pending}
    >
      {step === 'input' ? (
        <>
          <p className="small muted">{`Für ${THRESHOLD_WORDS[of]}`}</p>
          <ChoiceRow label="Zweite Person nötig" options={CHOICES} value={choice} onChange={setChoice} />
          {choice === 'on' && (
            <MoneyInput
              label="Ab diesem Betrag"
              name="threshold"
              text={text}
              onTextChange={setText}
              unit={WALLET_UNIT}
              echo={(shown) => `Ab ${shown} braucht es eine zweite Person.`}
              limitsText={NBSP}
              serverProblem={amountProblem}
            />
          )}
          {offProblem && <Notice kind="warning">Die Regel ist schon aus.</Notice>}
          <TextAreaField
            label="Grund, für die Prüfspur"
            problem={reasonProblem}
            rows={2}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      ) : (
        <>
          <KeyValues
            facts={[
              { label: 'Gilt für', value: THRESHOLD_WORDS[of] },
              { label: 'Schwelle vorher', value: thresholdText(present) },
              { label: 'Schwelle nachher', value: thresholdText(wire) },
              { label: 'Grund', value: reason.trim() },
            ]}
          />
          <Notice title="Was danach geschieht">
            {isActive
              ? 'Solange das Vier-Augen-Prinzip gilt, braucht auch eine neue Schwelle zwei Administratoren. Ein anderer Administrator gibt sie frei oder lehnt ab; bis dahin bleibt alles, wie es ist.'
              : `${thresholdEffect(wire, of, rule)} Die Änderung steht mit Ihrem Namen in der Prüfspur.`}
          </Notice>
          {Boolean(error) && <Notice kind="warning">{errorText(error)}</Notice>}
        </>
      )}
    </ConfirmDialog>
  );
}
