import {
  BOTS,
  type TransferKind,
  WEALTH_PARTS,
  type WealthHistory,
  type WealthPart,
  type WealthRange,
} from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { useRef } from 'react';
import { formatClock, formatDate, formatDateTime } from '../../lib/format/dates.ts';
import { formatCount, NBSP } from '../../lib/format/numbers.ts';
import { urls } from '../../lib/url/urls.ts';
import { EntryIcon, type EntryKind } from '../../ui/icon/entry-icon.tsx';
import { Drawer } from '../../ui/overlay/dialog.tsx';
import { Amount } from '../../ui/sheet/amount.tsx';
import { BOOK_LEDGER, BookHeading } from '../../ui/sheet/book-sheet.tsx';
import type { Opens } from '../../ui/sheet/figure.tsx';
import { Ledger, type LedgerLine } from '../../ui/sheet/ledger.tsx';
import type { WealthNow } from './wealth-now.ts';
import { type PartShare, partAmount, partLabel, sharesOfPart, useOpenPart } from './wealth-part.ts';

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
  /** Of this history; its wealth is shown above. */
  now: WealthNow;
}

/**
 * From the value at the beginning to the value now. Every part opens what it is made of. The parts are those of the last
 * answer; what the prices did since then is a line of its own, so that the sheet adds up at every tick, to the cent.
 */
export function WealthSum({ history, range, now }: WealthSumProps) {
  const { sum, from, to } = history;
  const flows = flowParts(sum, range === 'max' ? null : { from, to });
  const earned = useEarnedLines(history, now);
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
          ...linesOf(flows),
          ...earned,
        ]}
        total={{ label: `Vermögen, ${formatDate(Date.now())}`, amount: <Amount value={now.wealth} /> }}
      />
    </>
  );
}

/** What the bots brought, in its parts. */
function useEarnedLines({ sum, to }: WealthHistory, now: WealthNow): LedgerLine[] {
  const [, openPart] = useOpenPart();
  return [
    ...linesOf(WEALTH_PARTS.map((part) => botPart(part, partAmount(sum, part), () => openPart(part)))),
    ...(now.isLive ? [sinceLine(now.sinceAnswer, to)] : []),
  ];
}

const sinceLine = (amount: Micros, at: string): LedgerLine => ({
  key: 'since',
  label: `Seit ${formatClock(at)}${NBSP}Uhr`,
  note: 'noch nicht aufgeteilt',
  amount: <Amount value={amount} signed to={urls.bots} opensLabel="Anlagen öffnen" />,
});

interface Part extends Opens {
  label: string;
  note?: string;
  value: Micros;
  kind?: EntryKind;
  /** Stands also when it is zero. */
  always?: boolean;
}

function flowParts(sum: WealthHistory['sum'], period: BookedIn): Part[] {
  return [
    {
      label: 'Einzahlungen',
      value: fromWire(sum.deposits),
      kind: 'deposit',
      to: bookings('deposit_approved', period),
      opensLabel: 'Einzahlungen öffnen',
      always: true,
    },
    {
      label: 'Auszahlungen',
      value: fromWire(sum.withdrawals),
      kind: 'withdrawal',
      to: bookings('withdrawal_approved', period),
      opensLabel: 'Auszahlungen öffnen',
    },
    {
      label: 'Wallet-Korrekturen',
      value: fromWire(sum.corrections),
      kind: 'correction',
      to: bookings('wallet_corrected', period),
      opensLabel: 'Korrekturen öffnen',
    },
  ];
}

function botPart(part: WealthPart, value: Micros, onOpen: () => void): Part {
  return {
    label: partLabel(part, value),
    value,
    onOpen,
    opensLabel: 'Anlagen dahinter zeigen',
    ...(part === 'manual' && { kind: 'manual' }),
    ...(part === 'rounding' && { note: 'Die Teile sind auf ganze Cent gerundet.' }),
  };
}

/** Those of nothing are left out. */
const linesOf = (parts: readonly Part[]): LedgerLine[] =>
  parts.filter(({ value, always }) => always || value !== 0n).map(lineOf);

const lineOf = ({ label, note, value, kind, to, onOpen, opensLabel }: Part): LedgerLine => ({
  label,
  note,
  icon: kind && <EntryIcon kind={kind} size={14} />,
  amount: <Amount value={value} signed to={to} onOpen={onOpen} opensLabel={opensLabel} />,
});

/** Null is everything. */
type BookedIn = Pick<WealthHistory, 'from' | 'to'> | null;

/** The wallet's bookings of one kind and of the sum's period, to the millisecond. */
function bookings(kind: TransferKind, period: BookedIn): string {
  const query = new URLSearchParams({ ansicht: 'transaktionen', art: kind });
  if (period) {
    query.set('von', period.from);
    query.set('bis', period.to);
  }
  return `${urls.wallet}?${query}`;
}

/** What stands behind a part of the sum, or behind all that the bots brought; other figures of the page lead there as well. */
export function PartDrawer({ history, now }: Omit<WealthSumProps, 'range'>) {
  const [open, setOpen] = useOpenPart();
  const lines = useEarnedLines(history, now);
  // It is still on the screen while the drawer moves out.
  const last = useRef(open);
  if (open !== null) last.current = open;
  const part = last.current;
  if (part === null) return null;
  const from = formatDate(history.from);
  const isEarned = part === 'earned';
  return (
    <Drawer
      inAddress
      opened={open !== null}
      onClose={() => setOpen(null)}
      title={isEarned ? EARNED_LABEL : partLabel(part, partAmount(history.sum, part))}
      note={isEarned ? `seit ${from}` : `${from} bis ${formatDateTime(history.to)}`}
    >
      {isEarned ? (
        <Ledger
          caption={`${EARNED_LABEL}, nach Teilen`}
          head={{ label: 'Teil', amount: 'USDT' }}
          lines={lines}
          total={{ label: EARNED_LABEL, amount: <Amount value={now.earned} signed /> }}
          emptyHint={NOTHING}
        />
      ) : (
        <SharesLedger history={history} part={part} />
      )}
    </Drawer>
  );
}

const EARNED_LABEL = 'Gewinn gesamt';
const NOTHING = 'In diesem Zeitraum nichts';

/** The investments that a part of the sum is made of; together they are that part, to the cent. */
function SharesLedger({ history, part }: { history: WealthHistory; part: WealthPart }) {
  const amount = partAmount(history.sum, part);
  const { shares, unnamed } = sharesOfPart(history, part);
  return (
    <Ledger
      caption={`${partLabel(part, amount)}, je Anlage`}
      head={{ label: 'Anlage', amount: 'USDT' }}
      lines={[
        ...shares.map(shareLine),
        ...(unnamed.amount === 0n
          ? []
          : [
              {
                label:
                  unnamed.count === 1
                    ? `1${NBSP}weitere Anlage`
                    : `${formatCount(unnamed.count)}${NBSP}weitere Anlagen`,
                amount: <Amount value={unnamed.amount} signed to={urls.bots} opensLabel="Anlagen öffnen" />,
              },
            ]),
      ]}
      total={{ label: 'Summe', amount: <Amount value={amount} signed /> }}
      emptyHint={NOTHING}
    />
  );
}

function shareLine({ investment, amount }: PartShare): LedgerLine {
  const { id, startedAt, stoppedAt } = investment;
  const from = formatDate(startedAt);
  return {
    key: id,
    label: shareLabel(investment),
    note: stoppedAt === null ? `seit ${from}` : `${from} bis ${formatDate(stoppedAt)}`,
    amount: <Amount value={amount} signed {...shareOpens(investment)} />,
  };
}

function shareLabel({ reference, botType, ownBot }: PartShare['investment']): string {
  if (botType !== null) return `${BOTS[botType].name} ${reference}`;
  return ownBot?.name ?? `Gelöschter eigener Bot ${reference}`;
}

function shareOpens({ id, ownBot }: PartShare['investment']): Opens {
  if (ownBot === null) return { to: urls.investment(id), opensLabel: 'Anlage öffnen' };
  return ownBot.name === null ? {} : { to: urls.ownBotLive(ownBot.id), opensLabel: 'Eigenen Bot öffnen' };
}
