import type { InvestmentDetail, Transaction } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { formatClock, formatDate, formatDateTimeShort } from '../../lib/dates.ts';
import { Amount } from '../../ui/amount.tsx';
import { BOOK_LEDGER } from '../../ui/book-sheet.tsx';
import { Ledger, type LedgerLine } from '../../ui/ledger.tsx';
import { DETAIL_LINKS, transferLink } from './bot-links.ts';

interface BreakdownLedgerProps {
  investment: InvestmentDetail;
  /** The value that is shown, at the newest tick. */
  value: Micros;
  isLive: boolean;
  manualReturns: readonly Transaction[];
}

/**
 * How the value came about. The parts are those of the last answer; what the price did since then is a line of its own,
 * so that the sheet adds up to the value above it at every tick, to the cent.
 */
export function BreakdownLedger({ investment, value, isLive, manualReturns }: BreakdownLedgerProps) {
  const { breakdown, startTransferId, startedAt, stoppedAt, lastUpdated } = investment;
  const financing = fromWire(breakdown.financing);
  const lines: LedgerLine[] = [
    {
      label: `Einsatz, ${formatDate(startedAt)}`,
      amount: (
        <Amount
          value={fromWire(breakdown.initialAmount)}
          to={transferLink(startTransferId)}
          opensLabel="Buchung des Starts öffnen"
        />
      ),
    },
    {
      label: 'Realisiert',
      note: 'aus geschlossenen Positionen',
      amount: (
        <Amount
          value={fromWire(breakdown.realised)}
          signed
          to={DETAIL_LINKS.fills}
          opensLabel="Ausführungen zeigen"
        />
      ),
    },
    {
      label: 'Unrealisiert',
      note: stoppedAt === null ? 'aus offenen Positionen' : 'aus Positionen, die beim Ende offen waren',
      amount: (
        <Amount
          value={fromWire(breakdown.unrealised)}
          signed
          to={stoppedAt === null ? DETAIL_LINKS.positions : undefined}
          opensLabel="Positionen zeigen"
        />
      ),
    },
    {
      label: 'Manuelle Rendite',
      note: manualReturns.length > 0 ? <ManualNotes returns={manualReturns} /> : undefined,
      amount: (
        <Amount
          value={fromWire(breakdown.manual)}
          signed
          to={manualReturns.length > 0 ? DETAIL_LINKS.days : undefined}
          opensLabel="Tageswerte zeigen"
        />
      ),
    },
    {
      label: 'Handelskosten',
      note: 'Gebühr, Spanne, Slippage',
      amount: (
        <Amount value={-fromWire(breakdown.costs)} to={DETAIL_LINKS.fills} opensLabel="Ausführungen zeigen" />
      ),
    },
    ...(financing === 0n
      ? []
      : [
          {
            label: 'Finanzierung',
            note: 'für gehaltene Positionen',
            amount: <Amount value={-financing} to={DETAIL_LINKS.days} opensLabel="Tageswerte zeigen" />,
          },
        ]),
    { label: 'Rundung auf ganze Cent', amount: <Amount value={fromWire(breakdown.rounding)} signed /> },
  ];
  if (isLive)
    lines.push({
      key: 'since',
      label: `Seit ${formatClock(lastUpdated)}\u00a0Uhr`,
      note: 'noch nicht aufgeteilt',
      amount: <Amount value={value - fromWire(breakdown.value)} signed />,
    });
  return (
    <Ledger
      className={BOOK_LEDGER}
      caption="Woraus sich der Wert ergibt"
      head={{ label: 'Seit Beginn', amount: 'USDT' }}
      lines={lines}
      total={{
        label: stoppedAt === null ? 'Wert' : `Ausgezahlt, ${formatDate(stoppedAt)}`,
        amount: <Amount value={isLive ? value : fromWire(breakdown.value)} />,
      }}
    />
  );
}

/** When and why, as the booking says it. */
function ManualNotes({ returns }: { returns: readonly Transaction[] }) {
  return returns.map(({ id, createdAt, description }) => (
    <Fragment key={id}>
      <Link className="link" to={transferLink(id)}>
        {formatDateTimeShort(createdAt)}
      </Link>
      {` ${description} `}
    </Fragment>
  ));
}
