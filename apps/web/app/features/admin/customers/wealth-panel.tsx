import type { Customer } from '@botdepot/contract';
import { formatAmount, fromWire } from '@botdepot/money';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { formatTime } from '../../../lib/dates.ts';
import { urls } from '../../../lib/urls.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Ledger } from '../../../ui/ledger.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { CUSTOMER_SECTIONS } from '../admin-sections.ts';
import { UNIT } from '../admin-texts.ts';
import classes from './customers.module.css';
import { useRunningSum } from './running-investments.ts';

/** What the customer has, and whether the balances are what their entries add up to. */
export function WealthPanel({ customer }: { customer: Customer }) {
  const { check, userId } = customer;
  const available = fromWire(customer.available);
  const reserved = fromWire(customer.reserved);
  // As in the list of the bots; beyond its first page only the server knows the sum.
  const inBots = useRunningSum(userId)?.value ?? fromWire(customer.inBots);
  const part = (name: keyof typeof CUSTOMER_SECTIONS) =>
    urls.adminCustomerPart(userId, CUSTOMER_SECTIONS[name]);
  return (
    <Panel title="Vermögen">
      <Ledger
        caption="Vermögen"
        compact
        head={{ label: 'Guthaben', amount: UNIT }}
        lines={[
          {
            label: 'Verfügbar',
            amount: <Amount value={available} to={part('bookings')} opensLabel="Buchungen" />,
          },
          {
            label: 'Reserviert',
            amount: <Amount value={reserved} to={part('withdrawals')} opensLabel="Auszahlungen" />,
          },
          { label: 'In Bots', amount: <Amount value={inBots} to={part('bots')} opensLabel="Anlagen" /> },
        ]}
        total={{ label: 'Gesamt', amount: <Amount value={available + reserved + inBots} /> }}
      />
      <p className={classes.check} data-broken={check.ok ? undefined : true}>
        <Icon as={check.ok ? IconCheck : IconAlertTriangle} size={16} stroke={1.8} />
        <span>
          {check.ok
            ? `Summe der Einträge = Saldo, geprüft ${formatTime(check.at)}`
            : `Die Einträge ergeben verfügbar ${shown(check.availableEntries)} und reserviert ${shown(check.reservedEntries)}. Das ist nicht der Saldo. Geprüft ${formatTime(check.at)}`}
        </span>
      </p>
    </Panel>
  );
}

const shown = (wire: string) => formatAmount(fromWire(wire), { exact: true });
