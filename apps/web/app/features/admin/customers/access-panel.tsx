import type { Customer, Installation } from '@botdepot/contract';
import { formatDateTime } from '../../../lib/dates.ts';
import { useMay } from '../../../lib/profile.ts';
import { useOpening } from '../../../lib/use-opening.ts';
import { Button } from '../../../ui/button.tsx';
import { type KeyValue, KeyValues } from '../../../ui/key-values.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { AccessDialog } from './access-dialog.tsx';
import { ACCESS_WORDS, type AccessAction, accessActions } from './access-words.ts';
import { roleText } from './customer-words.ts';

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
    { label: 'Zweiter Faktor', value: customer.twoFactorEnabled ? 'Eingerichtet' : 'Nicht eingerichtet' },
    ...(customer.lockedAt === null
      ? []
      : [
          { label: 'Gesperrt seit', value: formatDateTime(customer.lockedAt) },
          { label: 'Grund', value: <span className="wrap-anywhere">{customer.lockedReason}</span> },
        ]),
  ];
}
