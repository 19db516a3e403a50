import {
  ADMIN_FIELD_WORDS,
  ADMIN_FIELDS,
  type AdminField,
  type Customer,
  type Installation,
} from '@botdepot/contract';
import { clsx } from 'clsx';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { toast } from '../../../lib/page/toast.ts';
import { errorText } from '../../../lib/server/api.ts';
import { type InputOf, useCommand } from '../../../lib/server/use-command.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { ChoiceRow } from '../../../ui/form/chip.tsx';
import { useOpening } from '../../../ui/overlay/dialog.tsx';
import { EmailAddress } from '../../../ui/sheet/email-address.tsx';
import { type KeyValue, KeyValues } from '../../../ui/sheet/key-values.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { ACCESS_WORDS, type AccessAction, accessActions, accessEffects, roleText } from './customer-words.ts';
import { useTakeCustomer } from './customers.queries.ts';

interface AccessPanelProps {
  customer: Customer;
  isSelf: boolean;
  installation: Pick<Installation, 'mail' | 'linksByMail' | 'demo'> | undefined;
}

/** Who the person is here, and what an admin may change about that. Nobody changes their own. */
export function AccessPanel({ customer, isSelf, installation }: AccessPanelProps) {
  const [action, open, close] = useOpening<AccessAction>();
  const canChange = useMay()('admin.changeCustomerRole');
  return (
    <Panel title="Zugang">
      <KeyValues facts={factsOf(customer)} />
      {isSelf ? (
        <p className="mt-4 text-sm text-muted">
          Ihren eigenen Zugang kann nur ein anderer Administrator ändern.
        </p>
      ) : !canChange ? null : (
        <div className="grid gap-2 mt-5">
          {accessActions(customer).map((what) => (
            <Button key={what} wide onClick={() => open(what)}>
              {ACCESS_WORDS[what].button}
            </Button>
          ))}
        </div>
      )}
      {action && (
        <AccessDialog
          key={action.key}
          opened={action.isOpen}
          action={action.subject}
          customer={customer}
          installation={installation}
          onClose={close}
        />
      )}
    </Panel>
  );
}

function factsOf(customer: Customer): KeyValue[] {
  return [
    { label: 'Rolle', value: roleText(customer) },
    { label: 'E-Mail', value: customer.emailVerified ? 'Bestätigt' : 'Noch nicht bestätigt' },
    {
      label: 'Anmeldung in zwei Schritten',
      value: customer.twoFactorEnabled ? 'Eingerichtet' : 'Nicht eingerichtet',
    },
    ...(customer.lockedAt === null
      ? []
      : [
          { label: 'Gesperrt seit', value: formatDateTime(customer.lockedAt) },
          { label: 'Grund', value: <span className="wrap-anywhere">{customer.lockedReason}</span> },
        ]),
  ];
}

const HOLD = clsx(
  'grid grid-cols-[auto_minmax(0,1fr)] gap-3 text-sm',
  '[&_small]:block [&_small]:mt-1 [&_small]:text-[12px]/4 [&_small]:text-muted',
);

interface AccessDialogProps {
  opened: boolean;
  action: AccessAction;
  customer: Customer;
  installation: Pick<Installation, 'mail' | 'linksByMail' | 'demo'> | undefined;
  onClose: () => void;
}

/** The step before somebody's access changes: what happens then, and why. */
function AccessDialog({ opened, action, customer, installation, onClose }: AccessDialogProps) {
  const take = useTakeCustomer();
  const { run, error, refused, pending } = useCommand(OPERATIONS[action], {
    onDone: (changed) => {
      take(changed);
      toast.success(ACCESS_WORDS[action].done, customer.email);
      onClose();
    },
  });
  const open = customer.pendingWithdrawals.filter(({ heldAt }) => heldAt === null);
  const [holds, setHolds] = useState(true);
  const fields = ADMIN_FIELDS.filter((one) => one !== customer.adminField);
  const [field, setField] = useState<AdminField>(fields[0] ?? 'all');
  const words = ACCESS_WORDS[action];
  const asksField = action === 'promote' || action === 'field';
  const send = (reason: string) =>
    run(inputOf(action, { id: customer.userId, reason, field, holds: holds && open.length > 0 }));
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={words.title}
      confirmLabel={words.confirm}
      isFinal={refused}
      pending={pending}
      label="Grund, sichtbar für die Person"
      help="Er steht auch in der Prüfspur."
      effects={accessEffects(action, installation)}
      refusal={error ? errorText(error) : null}
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
        <label className={HOLD}>
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
      <p className="mt-4 text-sm text-muted" role="status">
        {ADMIN_FIELD_WORDS[field].text}
      </p>
    </div>
  );
}

const OPERATIONS = {
  lock: 'admin.lockCustomer',
  unlock: 'admin.unlockCustomer',
  promote: 'admin.changeCustomerRole',
  field: 'admin.changeCustomerRole',
  demote: 'admin.changeCustomerRole',
} as const satisfies Record<AccessAction, string>;

interface Given {
  id: string;
  reason: string;
  field: AdminField;
  holds: boolean;
}

function inputOf(
  action: AccessAction,
  { id, reason, field, holds }: Given,
): InputOf<(typeof OPERATIONS)[AccessAction]> {
  if (action === 'lock') return { id, reason, holdWithdrawals: holds };
  if (action === 'unlock') return { id, reason };
  return { id, reason, role: action === 'demote' ? 'user' : 'admin', adminField: field };
}
