import type { WealthHistory, WealthRange } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { formatClock, formatDate } from '../../lib/dates.ts';
import { NBSP } from '../../lib/numbers.ts';
import { urls } from '../../lib/urls.ts';
import { Amount } from '../../ui/amount.tsx';
import { BOOK_LEDGER, BookHeading } from '../../ui/book-sheet.tsx';
import { EntryIcon, type EntryKind } from '../../ui/entry-icon.tsx';
import { Ledger, type LedgerLine } from '../../ui/ledger.tsx';

const RANGE_HEADS: Record<WealthRange, string> = {
  '1d': 'In 24 Stunden',
  '1w': 'In 7 Tagen',
  '1m': 'In 30 Tagen',
  '1y': 'In 365 Tagen',
  max: 'Seit Beginn',
};

export const SUM_TITLE = 'So setzt sich Ihr Vermögen zusammen';

interface WealthSumProps {
  history: WealthHistory;
  range: WealthRange;
  /** What is shown above, at the newest tick. */
  wealth: Micros;
  isLive: boolean;
}

/**
 * From the value at the beginning to the value now. Every part opens what it is made of. The parts are those of the last
 * answer; what the prices did since then is a line of its own, so that the sheet adds up at every tick, to the cent.
 */
export function WealthSum({ history, range, wealth, isLive }: WealthSumProps) {
  const { sum, from, to } = history;
  const since = wealth - fromWire(sum.end);
  return (
    <>
      <BookHeading>{SUM_TITLE}</BookHeading>
      <Ledger
        caption={SUM_TITLE}
        className={BOOK_LEDGER}
        withIcons
        head={{ label: RANGE_HEADS[range], amount: 'USDT' }}
        lines={[
          { label: `Anfang, ${formatDate(from)}`, amount: <Amount value={fromWire(sum.start)} /> },
          ...linesOf(sum),
          ...(isLive || since !== 0n ? [sinceLine(since, to)] : []),
        ]}
        total={{ label: `Vermögen, ${formatDate(Date.now())}`, amount: <Amount value={wealth} /> }}
      />
    </>
  );
}

const sinceLine = (amount: Micros, at: string): LedgerLine => ({
  key: 'since',
  label: `Seit ${formatClock(at)}${NBSP}Uhr`,
  note: 'noch nicht aufgeteilt',
  amount: <Amount value={amount} signed to={urls.bots} opensLabel="Anlagen öffnen" />,
});

interface Part {
  label: string;
  note?: string;
  value: Micros;
  kind?: EntryKind;
  to: string;
  opensLabel: string;
  /** Stands also when it is zero. */
  always?: boolean;
}

function linesOf(sum: WealthHistory['sum']): LedgerLine[] {
  const realised = fromWire(sum.realised);
  const unrealised = fromWire(sum.unrealised);
  const inBots = { to: urls.bots, opensLabel: 'Anlagen öffnen' };
  const parts: Part[] = [
    {
      label: 'Einzahlungen',
      value: fromWire(sum.deposits),
      kind: 'deposit',
      to: bookings('deposit_approved'),
      opensLabel: 'Einzahlungen öffnen',
      always: true,
    },
    {
      label: 'Auszahlungen',
      value: fromWire(sum.withdrawals),
      kind: 'withdrawal',
      to: bookings('withdrawal_approved'),
      opensLabel: 'Auszahlungen öffnen',
    },
    {
      label: 'Wallet-Korrekturen',
      value: fromWire(sum.corrections),
      kind: 'correction',
      to: bookings('wallet_corrected'),
      opensLabel: 'Korrekturen öffnen',
    },
    { label: realised < 0n ? 'Realisierter Verlust' : 'Realisierter Gewinn', value: realised, ...inBots },
    {
      label: unrealised < 0n ? 'Unrealisierter Verlust' : 'Unrealisierter Gewinn',
      value: unrealised,
      ...inBots,
    },
    { label: 'Manuelle Rendite', value: fromWire(sum.manual), kind: 'manual', ...inBots },
    { label: 'Handelskosten', value: -fromWire(sum.costs), ...inBots },
    {
      label: 'Rundung',
      note: 'Die Teile sind auf ganze Cent gerundet.',
      value: fromWire(sum.rounding),
      ...inBots,
    },
  ];
  return parts
    .filter(({ value, always }) => always || value !== 0n)
    .map(({ label, note, value, kind, to, opensLabel }) => ({
      label,
      note,
      icon: kind && <EntryIcon kind={kind} size={14} />,
      amount: <Amount value={value} signed to={to} opensLabel={opensLabel} />,
    }));
}

/** The wallet's bookings of one kind. */
const bookings = (kind: string): string => `${urls.wallet}?ansicht=transaktionen&art=${kind}`;
