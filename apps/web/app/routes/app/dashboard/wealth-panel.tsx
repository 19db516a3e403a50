import type { Wallet } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import type { ReactNode } from 'react';
import { urls } from '../../../lib/urls.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Ledger } from '../../../ui/ledger.tsx';
import { Panel } from '../../../ui/panel.tsx';
import classes from './dashboard.module.css';

interface WealthPanelProps {
  wallet: Wallet;
  /** What the active bots are worth at the newest tick. */
  activeValue: Micros;
  /** Between the total and its parts, e.g. where to begin. */
  children?: ReactNode;
}

/** The total, and the sheet that adds up to it. Every part opens what it is made of. */
export function WealthPanel({ wallet, activeValue, children }: WealthPanelProps) {
  const total = fromWire(wallet.usdBalance) + activeValue;
  return (
    <Panel label="Vermögen">
      <p className="small muted">Vermögen</p>
      <p className={classes.hero}>
        <Amount value={total} unit="USDT" to={urls.wallet} opensLabel="Buchungen öffnen" />
      </p>
      {children}
      <h2 className={classes.subhead}>So setzt sich Ihr Vermögen zusammen</h2>
      <Ledger
        caption="So setzt sich Ihr Vermögen zusammen"
        head={{ label: 'Jetzt', amount: 'USDT' }}
        lines={[
          {
            label: 'Verfügbar',
            note: 'zum Anlegen oder Auszahlen',
            amount: <Amount value={fromWire(wallet.available)} to={urls.wallet} opensLabel="Wallet öffnen" />,
          },
          {
            label: 'Reserviert',
            note: 'für Auszahlungen in Prüfung',
            amount: (
              <Amount
                value={fromWire(wallet.usdLockedBalance)}
                to={urls.withdrawals}
                opensLabel="Auszahlungen öffnen"
              />
            ),
          },
          {
            label: 'In Bots angelegt',
            note: 'zum letzten Kurs',
            amount: <Amount value={activeValue} to={urls.bots} opensLabel="Bots öffnen" />,
          },
        ]}
        total={{ label: 'Vermögen', amount: <Amount value={total} /> }}
      />
    </Panel>
  );
}
