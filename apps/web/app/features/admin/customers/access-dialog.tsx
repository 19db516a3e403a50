import { type Customer, LIMITS } from '@botdepot/contract';
import { useState } from 'react';
import { errorCode, errorText } from '../../../lib/api.ts';
import { asksForProof } from '../../../lib/reauthenticate.ts';
import { toast } from '../../../lib/toast.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { KeyValues } from '../../../ui/key-values.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useReauthentication } from '../../../ui/use-reauthentication.tsx';
import { ACCESS_WORDS, type AccessAction } from './access-words.ts';
import classes from './customers.module.css';
import { type AccessCommand, useChangeAccess } from './customers.queries.ts';

interface AccessDialogProps {
  opened: boolean;
  action: AccessAction;
  customer: Customer;
  onClose: () => void;
}

const { minLength, maxLength } = LIMITS.bookingReason;
/** Trying again cannot help. */
const FINAL = new Set([
  'ACCESS_UNCHANGED',
  'ACCOUNT_LOCKED',
  'OWN_ACCESS',
  'CUSTOMER_NOT_FOUND',
  'FORBIDDEN',
]);

/** The step before somebody's access changes: what happens then, and why. */
export function AccessDialog({ opened, action, customer, onClose }: AccessDialogProps) {
  const [reason, setReason] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const { run, dialog } = useReauthentication();
  const { mutate, error, isPending } = useChangeAccess(customer.userId, run);
  const words = ACCESS_WORDS[action];
  const isFinal = FINAL.has(errorCode(error) ?? '');
  const isMissing = reason.trim().length < minLength;
  const send = () => {
    setWasSent(true);
    if (isMissing) return;
    mutate(commandOf(action, reason.trim()), {
      onSuccess: () => {
        toast.success(words.done, customer.email);
        onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={words.title}
      confirmLabel={words.confirm}
      confirmDisabled={isFinal}
      cancelLabel={isFinal ? 'Schließen' : undefined}
      onConfirm={send}
      pending={isPending}
    >
      <KeyValues
        facts={[
          { label: 'Name', value: customer.name },
          { label: 'E-Mail', value: <span className={classes.breakable}>{customer.email}</span> },
          { label: 'Kennung', value: customer.reference },
        ]}
      />
      <TextAreaField
        label="Grund, sichtbar für die Person"
        help="Er steht auch in der Prüfspur."
        problem={wasSent && isMissing ? 'Bitte geben Sie einen Grund an.' : null}
        maxLength={maxLength}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
      <Notice title="Was danach geschieht">
        <ul className={classes.effects}>
          {words.effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      </Notice>
      {error && !asksForProof(error) && <Notice kind="warning">{errorText(error)}</Notice>}
      {dialog}
    </ConfirmDialog>
  );
}

function commandOf(action: AccessAction, reason: string): AccessCommand {
  if (action === 'lock' || action === 'unlock') return { kind: action, reason };
  return { kind: 'role', role: action === 'promote' ? 'admin' : 'user', reason };
}
