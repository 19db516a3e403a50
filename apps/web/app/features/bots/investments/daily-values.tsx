import type { TradingRecord } from '@botdepot/contract';
import { formatAmount, formatRange, fromWire, type Micros } from '@botdepot/money';
import { useSearchParams } from 'react-router';
import { formatDate, formatDayMonth } from '../../../lib/format/dates.ts';
import { NBSP } from '../../../lib/format/numbers.ts';
import { noonOf } from '../../../lib/format/plain-days.ts';
import { useList } from '../../../lib/server/use-list.ts';
import { pageNumber } from '../../../lib/url/url-state.ts';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Percent } from '../../../ui/sheet/percent.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { StatusPill } from '../../../ui/state/status-pill.tsx';
import { ListCsvButton } from '../../../ui/table/csv-button.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { fillsOfDayLink, transferLink } from '../bot-links.ts';
import { tradingRecordsQuery } from '../bots.queries.ts';
import { SOURCE_WORDS, tradingRecordRows } from './csv-rows.ts';
import { formatFineAmount } from './investment-value.ts';

const REASON = 'block max-w-[14rem] mt-1 text-xs font-book text-muted wrap-anywhere';

const LIST = { page: pageNumber('tage') };

interface DailyValuesProps {
  id: string;
  /** Names the export. */
  reference: string;
  active: boolean;
}

/** One row per UTC day; a manual return has a row of its own and says so. */
export function DailyValues({ id, reference, active }: DailyValuesProps) {
  const list = useList(LIST, ({ page }) => tradingRecordsQuery({ id, page, active }));
  const [parameters] = useSearchParams();
  return (
    <div id="tageswerte">
      <Panel
        flush
        title="Tageswerte"
        note="Beträge in USDT"
        aside={
          <ListCsvButton
            total={list.query.data?.total}
            fileName={`${reference}-tageswerte.csv`}
            label="Tageswerte"
            load={() => tradingRecordRows(id)}
          />
        }
      >
        <PagedRows
          list={list}
          noun="Tageswerte"
          expected={5}
          none={
            <EmptyState title="Noch kein Tageswert">
              Der erste steht hier, sobald der Bot seit Ihrem Start einen Kurs festgestellt hat.
            </EmptyState>
          }
        >
          {(items) => (
            <DataTable
              caption="Tageswerte"
              needs={items.some(isLong) ? 'much' : 'some'}
              columns={columnsFor(items, parameters)}
              rows={items}
              rowKey={(row) => `${row.from} ${row.source}`}
              footLabel="Summe"
            />
          )}
        </PagedRows>
      </Panel>
    </div>
  );
}

const MILLION = fromWire('1000000.00');

/** From a million on, six columns have no room on half a page. */
const isLong = ({ amountBefore, amountAfter }: TradingRecord): boolean =>
  fromWire(amountBefore) >= MILLION || fromWire(amountAfter) >= MILLION;

function columnsFor(rows: readonly TradingRecord[], parameters: URLSearchParams): Column<TradingRecord>[] {
  const sum = rows.reduce((total, row) => total + fromWire(row.profitLoss), 0n);
  const financing = rows.reduce((total, row) => total + fromWire(row.financing), 0n);
  const newest = rows[0];
  return [
    { key: 'day', head: 'Tag (UTC)', list: 'title', cell: ({ day }) => <DayName day={day} /> },
    {
      key: 'source',
      head: 'Quelle',
      list: 'note',
      cell: ({ source, reason, financing }) =>
        source === 'manual' ? (
          <>
            <StatusPill tone="special">{SOURCE_WORDS.manual}</StatusPill>
            {reason && <span className={REASON}>{reason}</span>}
          </>
        ) : (
          <>
            <span className="muted">{SOURCE_WORDS.market}</span>
            <FinancingNote financing={fromWire(financing)} />
          </>
        ),
      foot: (
        <>
          <span className="font-book text-muted whitespace-nowrap">{spanText(rows)}</span>
          <FinancingNote financing={financing} />
        </>
      ),
    },
    {
      key: 'before',
      head: 'Vorher',
      kind: 'amount',
      list: 'hidden',
      cell: ({ amountBefore }) => <Amount value={fromWire(amountBefore)} tone="muted" />,
    },
    {
      key: 'rate',
      head: 'Rendite',
      kind: 'amount',
      list: 'amount-note',
      cell: ({ dailyReturnRate }) => <Percent fraction={dailyReturnRate} tone="delta" />,
    },
    {
      key: 'result',
      head: 'Ergebnis',
      kind: 'amount',
      list: 'amount',
      cell: ({ profitLoss, transferId, day }) => (
        <Amount
          value={fromWire(profitLoss)}
          signed
          to={transferId === null ? fillsOfDayLink(parameters, day) : transferLink(transferId)}
          opensLabel={transferId === null ? 'Ausführungen des Tages zeigen' : 'Buchung öffnen'}
        />
      ),
      foot: formatAmount(sum, { sign: 'always' }),
      total: true,
    },
    {
      key: 'after',
      head: 'Nachher',
      kind: 'amount',
      edge: true,
      list: 'hidden',
      cell: ({ amountAfter }) => <Amount value={fromWire(amountAfter)} />,
      foot: newest && formatAmount(fromWire(newest.amountAfter)),
    },
  ];
}

/** Nothing of a bot whose positions cost none. */
function FinancingNote({ financing }: { financing: Micros }) {
  if (financing === 0n) return null;
  return <span className={REASON}>{`Finanzierung${NBSP}${formatFineAmount(-financing)}`}</span>;
}

function DayName({ day }: { day: string }) {
  return <time dateTime={day}>{formatDate(noonOf(day))}</time>;
}

function spanText(rows: readonly TradingRecord[]): string {
  const first = rows.at(-1);
  const last = rows[0];
  if (!first || !last) return '';
  if (first.day === last.day) return formatDayMonth(noonOf(last.day));
  return formatRange(formatDayMonth(noonOf(first.day)), formatDayMonth(noonOf(last.day)));
}
