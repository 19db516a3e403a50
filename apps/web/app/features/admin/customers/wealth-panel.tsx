import type { Customer } from '@botdepot/contract';
import { formatAmount, fromWire } from '@botdepot/money';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { formatTime } from '../../../lib/dates.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Ledger } from '../../../ui/ledger.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { UNIT } from '../admin-texts.ts';
import classes from './customers.module.css';

/** What the customer has, and whether the balances are what their entries add up to. */
export function WealthPanel({ customer }: { customer: Customer }) {
  const { check } = customer;
  return (
    <Panel title="Vermögen">
      <Ledger
        caption="Vermögen"
        compact
        head={{ label: 'Guthaben', amount: UNIT }}
        lines={[
          { label: 'Verfügbar', amount: <Amount value={fromWire(customer.available)} /> },
          { label: 'Reserviert', amount: <Amount value={fromWire(customer.reserved)} /> },
          { label: 'In Bots', amount: <Amount value={fromWire(customer.inBots)} /> },
        ]}
        total={{ label: 'Gesamt', amount: <Amount value={fromWire(customer.total)} /> }}
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
