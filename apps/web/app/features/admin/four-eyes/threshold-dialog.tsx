import { type FourEyes, LIMITS, type ThresholdOf } from '@botdepot/contract';
import { fromWire, toWire } from '@botdepot/money';
import { useState } from 'react';
import { amountAsText, readAmountText } from '../../../lib/amount-text.ts';
import { errorText } from '../../../lib/api.ts';
import { NBSP } from '../../../lib/numbers.ts';
import { lengthProblem } from '../../../lib/text-length.ts';
import { toast } from '../../../lib/toast.ts';
import { WALLET_UNIT } from '../../../lib/units.ts';
import { useCommand } from '../../../lib/use-command.ts';
import { ChoiceRow } from '../../../ui/chip.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { KeyValues } from '../../../ui/key-values.tsx';
import { MoneyInput } from '../../../ui/money-input.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { isInForce, THRESHOLD_WORDS, thresholdEffect, thresholdText } from './approval-texts.ts';
import { useRequestApproval } from './four-eyes.queries.ts';
import { LAY_BEFORE } from './use-second-admin.ts';

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
export function ThresholdDialog({ opened, rule, of, onClose }: ThresholdDialogProps) {
  const [choice, setChoice] = useState<'on' | 'off'>('on');
  const present = of === 'deposits' ? rule.depositThresholdUsd : rule.thresholdUsd;
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
