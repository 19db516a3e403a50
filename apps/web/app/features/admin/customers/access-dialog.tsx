import {
  ADMIN_FIELD_WORDS,
  ADMIN_FIELDS,
  type AdminField,
  type Customer,
  type Installation,
} from '@botdepot/contract';
import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { asksForProof } from '../../../lib/reauthenticate.ts';
import { toast } from '../../../lib/toast.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ChoiceRow } from '../../../ui/chip.tsx';
import { EmailAddress } from '../../../ui/email-address.tsx';
import { KeyValues } from '../../../ui/key-values.tsx';
import { useReauthentication } from '../../../ui/use-reauthentication.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { isRefused } from '../refusals.ts';
import { ACCESS_WORDS, type AccessAction, accessEffects } from './access-words.ts';
import classes from './customers.module.css';
import { type AccessCommand, useChangeAccess } from './customers.queries.ts';

interface AccessDialogProps {
  opened: boolean;
  action: AccessAction;
  customer: Customer;
  installation: Pick<Installation, 'mail' | 'linksByMail' | 'demo'> | undefined;
  onClose: () => void;
}

/** The step before somebody's access changes: what happens then, and why. */
export function AccessDialog({ opened, action, customer, installation, onClose }: AccessDialogProps) {
  const { run, dialog } = useReauthentication();
  const { mutate, error, isPending } = useChangeAccess(customer.userId, run);
  const open = customer.pendingWithdrawals.filter(({ heldAt }) => heldAt === null);
  const [holds, setHolds] = useState(true);
  const fields = ADMIN_FIELDS.filter((one) => one !== customer.adminField);
  const [field, setField] = useState<AdminField>(fields[0] ?? 'all');
  const words = ACCESS_WORDS[action];
  const asksField = action === 'promote' || action === 'field';
  const send = (reason: string) =>
    mutate(commandOf(action, reason, { field, holdWithdrawals: holds && open.length > 0 }), {
      onSuccess: () => {
        toast.success(words.done, customer.email);
        onClose();
      },
    });
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={words.title}
      confirmLabel={words.confirm}
      isFinal={isRefused(error)}
      pending={isPending}
      label="Grund, sichtbar für die Person"
      help="Er steht auch in der Prüfspur."
      effects={accessEffects(action, installation)}
      refusal={error && !asksForProof(error) ? errorText(error) : null}
      onConfirm={send}
      besides={asksField && <FieldChoice fields={fields} field={field} onChange={setField} />}
    >
      <KeyValues
        facts={[
          { label: 'Name', value: <bdi>{customer.name}</bdi> },
          {
            label: 'E-Mail',
            value: <EmailAddress>{customer.email}</EmailAddress>,
          },
          { label: 'Kennung', value: customer.reference },
        ]}
      />
      {action === 'lock' && open.length > 0 && (
        <label className={classes.hold}>
          <Checkbox checked={holds} onChange={setHolds} />
          <span>
            {open.length === 1
              ? 'Die offene Auszahlung anhalten'
              : `Die ${open.length} offenen Auszahlungen anhalten`}
            <small>
              {`${open.map(({ reference }) => reference).join(', ')}. Genehmigen kann sie dann niemand, bis jemand das Anhalten beendet. Der Kunde liest nur, dass genauer geprüft wird.`}
            </small>
          </span>
        </label>
      )}
      {dialog}
    </ReasonDialog>
  );
}

interface FieldChoiceProps {
  fields: readonly AdminField[];
  field: AdminField;
  onChange: (field: AdminField) => void;
}

function FieldChoice({ fields, field, onChange }: FieldChoiceProps) {
  const options = fields.map((value) => ({ value, label: ADMIN_FIELD_WORDS[value].label }));
  return (
    <div>
      <ChoiceRow label="Bereich" options={options} value={field} onChange={onChange} />
      <p className={classes.hint} role="status">
        {ADMIN_FIELD_WORDS[field].text}
      </p>
    </div>
  );
}

function commandOf(
  action: AccessAction,
  reason: string,
  { field, holdWithdrawals }: { field: AdminField; holdWithdrawals: boolean },
): AccessCommand {
  if (action === 'lock') return { kind: action, reason, holdWithdrawals };
  if (action === 'unlock') return { kind: action, reason };
  return { kind: 'role', role: action === 'demote' ? 'user' : 'admin', adminField: field, reason };
}
