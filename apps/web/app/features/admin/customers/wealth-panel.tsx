import type { Customer } from '@botdepot/contract';
import { formatAmount, fromWire } from '@botdepot/money';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { formatTime } from '../../../lib/dates.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { WealthLedger } from '../wealth-ledger.tsx';
import classes from './customers.module.css';
import { useRunningSum } from './running-investments.ts';

/** What the customer has, and whether the balances are what their entries add up to. */
export function WealthPanel({ customer }: { customer: Customer }) {
  const { check, userId } = customer;
  // As in the list of the bots; beyond its first page only the server knows the sum.
  const inBots = useRunningSum(userId)?.value ?? fromWire(customer.inBots);
  return (
    <Panel title="Vermögen">
      <WealthLedger
        caption="Vermögen"
        customerId={userId}
        available={fromWire(customer.available)}
        reserved={fromWire(customer.reserved)}
        inBots={inBots}
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
