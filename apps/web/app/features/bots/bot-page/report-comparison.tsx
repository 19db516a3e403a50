import { BOTS, type BotReport, type ReportSummary } from '@botdepot/contract';
import { formatDecimal } from '../../../lib/numbers.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Percent } from '../../../ui/percent.tsx';
import classes from './report-panel.module.css';

type Compared = ReportSummary['alwaysLong'] & { name: string; note: string };

/** What the bot's signal was worth: against always being invested the same way, and against buying once. */
export function ReportComparison({ report }: { report: BotReport }) {
  const rows: Compared[] = [
    { name: BOTS[report.botType].name, note: 'mit seinen Regeln', ...report.performance },
    { name: 'Immer gekauft', note: 'gleiche Größen und Kosten, ohne Signal', ...report.alwaysLong },
    { name: 'Kaufen und Halten', note: 'einmal zu gleichen Teilen gekauft', ...report.buyAndHold },
  ];
  return (
    <div className={classes.table}>
      <DataTable
        caption="Vergleich mit dem Markt"
        needs="little"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ name }) => name}
      />
    </div>
  );
}

const COLUMNS: readonly Column<Compared>[] = [
  {
    key: 'name',
    head: <span className="vh">Was</span>,
    list: 'title',
    cell: ({ name, note }) => (
      <>
        <b>{name}</b>
        <small>{note}</small>
      </>
    ),
  },
  {
    key: 'cagr',
    head: 'Im Jahr',
    kind: 'amount',
    list: 'amount',
    cell: ({ cagr }) => <Percent fraction={cagr} tone="delta" />,
  },
  {
    key: 'drawdown',
    head: 'Rückgang',
    kind: 'amount',
    list: 'amount-note',
    cell: ({ maxDrawdown }) => <Percent fraction={maxDrawdown} digits={1} />,
  },
  {
    key: 'sharpe',
    head: 'Sharpe',
    kind: 'amount',
    list: 'note',
    cell: ({ sharpe }) => (
      <>
        <span data-room="list">Sharpe </span>
        {formatDecimal(sharpe)}
      </>
    ),
  },
];
