import type { Investment } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { formatPercent } from '../../lib/numbers.ts';
import { urls } from '../../lib/urls.ts';
import { Amount } from '../../ui/amount.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Percent } from '../../ui/percent.tsx';
import { WIDE_AMOUNTS } from './active-investments.tsx';
import { transferLink } from './bot-links.ts';
import { InvestmentName, periodText } from './investment-name.tsx';

const COLUMNS: readonly Column<Investment>[] = [
  {
    key: 'bot',
    head: 'Bot',
    kind: 'primary',
    list: 'title',
    cell: (investment) => <InvestmentName investment={investment} />,
  },
  {
    key: 'initial',
    head: 'Einsatz',
    kind: 'amount',
    list: 'note',
    cell: (investment) => (
      <>
        <Amount
          value={fromWire(investment.usdInitialAmount)}
          tone="muted"
          to={transferLink(investment.startTransferId)}
          opensLabel="Buchung des Starts öffnen"
        />
        <span data-room="list">{`, ${periodText(investment)}`}</span>
      </>
    ),
  },
  {
    key: 'profit',
    head: 'Ergebnis',
    kind: 'amount',
    list: 'hidden',
    cell: (investment) => <Amount value={fromWire(investment.profit)} tone="delta" />,
  },
  {
    key: 'return',
    head: 'Rendite',
    kind: 'amount',
    list: 'amount-note',
    cell: (investment) => <Percent fraction={investment.returnFraction} tone="delta" />,
  },
  {
    key: 'drawdown',
    head: 'Größter Rückgang',
    kind: 'amount',
    list: 'wide',
    cell: (investment) => (
      <span className="font-book text-muted list:text-[12px]/4.5">
        <span data-room="list">Größter Rückgang </span>
        {formatPercent(investment.maxDrawdownFraction)}
      </span>
    ),
  },
  {
    key: 'paid',
    head: 'Ausgezahlt',
    kind: 'amount',
    edge: true,
    list: 'amount',
    cell: (investment) => (
      <Amount
        value={fromWire(investment.usdCurrentAmount)}
        to={investment.stopTransferId === null ? undefined : transferLink(investment.stopTransferId)}
        opensLabel="Buchung der Auszahlung öffnen"
      />
    ),
  },
];

/** Stopped investments, newest first. What was paid out opens its booking. */
export function StoppedInvestments({ investments }: { investments: readonly Investment[] }) {
  return (
    <div className={WIDE_AMOUNTS}>
      <DataTable
        caption="Beendete Bots"
        columns={COLUMNS}
        rows={investments}
        rowKey={(investment) => investment.id}
        rowTo={(investment) => urls.investment(investment.id)}
      />
    </div>
  );
}
