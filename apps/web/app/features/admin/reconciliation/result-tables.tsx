import { RECONCILIATION_AREAS, RECORD_CHECK_NIGHTS, type ReconciliationResult } from '@botdepot/contract';
import { clsx } from 'clsx';
import { NBSP, NO_FIGURE } from '../../../lib/format/numbers.ts';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { StatusPill } from '../../../ui/state/status-pill.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { AREA_TITLES, comparedText, differenceText, totalText } from './reconciliation-texts.ts';

const RESULTS = clsx(
  'md:[&_table]:table-fixed md:[&_th:nth-child(2)]:w-[18%] md:[&_th:nth-child(3)]:w-[8rem]',
  'md:[&_th:nth-child(4)]:w-[8rem] md:[&_th:nth-child(5)]:w-[8.75rem]',
  'md:@max-[700px]:[&_th:nth-child(4)]:w-[6.75rem]',
);

const COLUMNS: Column<ReconciliationResult>[] = [
  {
    key: 'rule',
    head: 'Regel',
    list: 'title',
    cell: (result) => (
      <>
        <span className="block max-w-[34rem] font-book whitespace-normal">{result.description}</span>
        <small data-room="narrow" className="mt-1.5">
          <Outcome {...result} /> {comparedText(result)}
        </small>
      </>
    ),
  },
  {
    key: 'compared',
    head: 'Verglichen',
    kind: 'muted',
    list: 'note',
    room: 'wide',
    cell: (result) => comparedText(result),
  },
  {
    key: 'outcome',
    head: 'Ergebnis',
    list: 'wide',
    room: 'wide',
    cell: (result) => <Outcome {...result} />,
  },
  {
    key: 'total',
    head: 'Summe, USDT',
    kind: 'amount',
    edge: true,
    list: 'amount',
    cell: ({ total }) => <Money text={totalText(total)} />,
  },
  {
    key: 'difference',
    head: 'Differenz, USDT',
    kind: 'amount',
    list: 'amount-note',
    cell: ({ difference }) => <Money text={differenceText(difference)} label="Differenz" />,
  },
];

function Outcome({ violations }: ReconciliationResult) {
  if (violations === 0) return <StatusPill tone="done">In Ordnung</StatusPill>;
  return <StatusPill tone="special">Verletzt</StatusPill>;
}

/** On phones there is no head above the figure, and nothing is said of rules without money. */
function Money({ text, label }: { text: string; label?: string }) {
  if (text === NO_FIGURE) return <span data-room="table">{text}</span>;
  return (
    <>
      {label !== undefined && <span data-room="list">{label} </span>}
      {text}
    </>
  );
}

const RECORDS = `Nachts wird geprüft, was neu ist, und jeder Nachweis alle ${RECORD_CHECK_NIGHTS}${NBSP}Nächte ganz; von Hand immer alles.`;

/** Every rule of a run with its figures, area by area. */
export function ResultTables({ results }: { results: readonly ReconciliationResult[] }) {
  return RECONCILIATION_AREAS.map((area) => {
    const rows = results.filter((result) => result.area === area);
    if (rows.length === 0) return null;
    return (
      <Panel key={area} title={AREA_TITLES[area]} note={area === 'track-record' && RECORDS} flush>
        <div className={RESULTS}>
          <DataTable
            caption={AREA_TITLES[area]}
            needs="little"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ name }) => name}
          />
        </div>
      </Panel>
    );
  });
}
