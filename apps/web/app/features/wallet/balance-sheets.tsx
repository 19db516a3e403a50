import type { Wallet } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { WALLET_UNIT } from '../../lib/units.ts';
import { urls } from '../../lib/urls.ts';
import { Amount } from '../../ui/amount.tsx';
import { Ledger } from '../../ui/ledger.tsx';
import { walletUrl } from './address.ts';
import { WaitingFigure } from './waiting-figure.tsx';
import { walletQuery } from './wallet.queries.ts';

/** Two account sheets in one box, divided by a rule. */
const SHEETS = clsx(
  'grid grid-cols-2 mb-8 bg-surface border border-border rounded-box',
  '[&>table]:w-auto [&>table]:mx-(--pad) [&>table]:mt-5 [&>table]:mb-(--pad)',
  '[&>table+table]:relative [&>table+table]:before:absolute [&>table+table]:before:-top-5',
  '[&>table+table]:before:-bottom-(--pad) [&>table+table]:before:-left-(--pad)',
  '[&>table+table]:before:border-l [&>table+table]:before:border-l-border',
  'max-md:grid-cols-1 max-md:mb-4 max-md:[&>table]:mt-3 max-md:[&>table]:mb-4',
  'max-md:[&>table+table]:before:-top-3 max-md:[&>table+table]:before:-right-(--pad)',
  'max-md:[&>table+table]:before:bottom-auto max-md:[&>table+table]:before:border-l-0',
  'max-md:[&>table+table]:before:border-t max-md:[&>table+table]:before:border-t-border',
);

/** All active investments at the newest prices. */
export interface LiveInBots {
  value: Micros;
  count: number;
}

/** What is in the wallet, and what it and the bots make together: two sheets, each closed by its sum. */
export function BalanceSheets({ inBots }: { inBots: LiveInBots | undefined }) {
  const { data: wallet } = useQuery(walletQuery());
  const figures = wallet && figuresOf(wallet, inBots);
  const transactions = walletUrl('transaktionen');
  const figure = (field: keyof Figures, opens?: { to: string; opensLabel: string }): ReactNode =>
    figures ? <Amount value={figures[field]} {...opens} /> : <WaitingFigure />;

  return (
    <section className={SHEETS} aria-label="Kontostand" aria-busy={!wallet || undefined}>
      <Ledger
        caption="Guthaben"
        head={{ label: 'Guthaben', amount: WALLET_UNIT }}
        lines={[
          {
            label: 'Verfügbar',
            amount: figure('available', { to: transactions, opensLabel: 'Buchungen ansehen' }),
          },
          {
            label: 'Reserviert',
            note: wallet ? reservedNote(wallet) : '\u00a0',
            amount: figure('reserved', {
              to: walletUrl('auszahlungen', { status: wallet?.pendingWithdrawals ? 'pending' : null }),
              opensLabel: 'Auszahlungen ansehen',
            }),
          },
        ]}
        total={{
          label: 'Wallet',
          amount: figure('balance', { to: transactions, opensLabel: 'Buchungen ansehen' }),
        }}
      />
      <Ledger
        caption="Vermögen"
        head={{ label: 'Vermögen', amount: WALLET_UNIT }}
        lines={[
          {
            label: 'Wallet',
            amount: figure('balance', { to: transactions, opensLabel: 'Buchungen ansehen' }),
          },
          {
            label: 'In Bots angelegt',
            note: wallet ? botsNote(wallet) : '\u00a0',
            amount: figure('inBots', { to: urls.bots, opensLabel: 'Bots ansehen' }),
          },
        ]}
        total={{
          label: 'Gesamt',
          amount: figure('total', { to: urls.dashboard, opensLabel: 'Verlauf ansehen' }),
        }}
      />
    </section>
  );
}

interface Figures {
  available: Micros;
  reserved: Micros;
  balance: Micros;
  inBots: Micros;
  total: Micros;
}

/**
 * The total is the sum of what is shown above it, at whatever moment the bots were valued. The list of investments is another
 * answer than the wallet: while the two name different numbers of them, after a start or a stop, the wallet's own figure stands.
 */
function figuresOf(wallet: Wallet, live: LiveInBots | undefined): Figures {
  const balance = fromWire(wallet.usdBalance);
  const inBots = live?.count === wallet.activeBots ? live.value : fromWire(wallet.inBots);
  return {
    available: fromWire(wallet.available),
    reserved: fromWire(wallet.usdLockedBalance),
    balance,
    inBots,
    total: balance + inBots,
  };
}

function reservedNote({ pendingWithdrawals }: Wallet): string {
  if (pendingWithdrawals === 0) return 'keine Auszahlung in Prüfung';
  return pendingWithdrawals === 1
    ? '1 Auszahlung in Prüfung'
    : `${pendingWithdrawals} Auszahlungen in Prüfung`;
}

function botsNote({ activeBots }: Wallet): string {
  if (activeBots === 0) return 'kein aktiver Bot';
  return activeBots === 1 ? '1 aktiver Bot' : `${activeBots} aktive Bots`;
}
