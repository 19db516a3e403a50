import { LIMITS } from '@botdepot/contract';
import { type ReactNode, useState } from 'react';
import { lengthProblem } from '../../lib/form/text-length.ts';
import { TextAreaField } from '../../ui/form/field.tsx';
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx';
import { Notice } from '../../ui/state/notice.tsx';

const { minLength, maxLength } = LIMITS.bookingReason;

interface ReasonDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The dialog is gone from the screen. */
  onClosed?: () => void;
  title: string;
  confirmLabel: string;
  cancelLabel?: string;
  /** Sending it again cannot help. */
  isFinal: boolean;
  pending: boolean;
  /** Who will read the reason. */
  label: string;
  help?: string;
  rows?: number;
  /** What is asked for besides the reason. */
  besides?: ReactNode;
  /** What happens then, in a sentence or as a list. */
  effects: string | readonly string[];
  /** Why it was not done. */
  refusal: string | null;
  onConfirm: (reason: string) => void;
  /** What it is about. */
  children: ReactNode;
}

/** The step before something that needs a reason: what it is about, why, and what happens then. */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    cancelLabel,
    isFinal,
    label,
    help,
    rows,
    besides,
    effects,
    refusal,
    onConfirm,
    children,
    ...dialog
  } = props;
  const [reason, setReason] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const isMissing = reason.trim().length < minLength;
  const tooLong = lengthProblem(reason, maxLength);
  const send = () => {
    setWasSent(true);
    if (!isMissing && !tooLong) onConfirm(reason.trim());
  };
  return (
    <ConfirmDialog
      {...dialog}
      confirmDisabled={isFinal}
      cancelLabel={isFinal ? 'Schließen' : cancelLabel}
      onConfirm={send}
    >
      {children}
      <TextAreaField
        label={label}
        help={help}
        problem={wasSent && isMissing ? 'Bitte geben Sie einen Grund an.' : tooLong}
        rows={rows}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
      {besides}
      <Notice title="Was danach geschieht">
        {typeof effects === 'string' ? (
          effects
        ) : (
          <ul className="grid gap-1 pl-4.5 [list-style:disc]">
            {effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        )}
      </Notice>
      {refusal !== null && <Notice kind="warning">{refusal}</Notice>}
    </ConfirmDialog>
  );
}
