import type { InvestmentFill } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { clsx } from 'clsx';
import { TermHint } from '../../../entities/term/term-hint.tsx';
import { formatDate, formatDateTimeShort } from '../../../lib/format/dates.ts';
import { formatDecimal } from '../../../lib/format/numbers.ts';
import { noonOf } from '../../../lib/format/plain-days.ts';
import { useList } from '../../../lib/server/use-list.ts';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { ListCsvButton } from '../../../ui/table/csv-button.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { FILLS } from '../bot-links.ts';
import { investmentFillsQuery } from '../bots.queries.ts';
import { fillRows, SIDE_WORDS } from './csv-rows.ts';
import { formatFineAmount } from './investment-value.ts';

const FILTER = clsx(
  'flex flex-wrap items-center justify-between gap-x-4 gap-y-0 py-1 px-(--pad) border-b border-border',
  'bg-bg text-[14px]',
);

interface InvestmentFillsProps {
  id: string;
  /** Names the export. */
  reference: string;
  active: boolean;
}

/** The trades behind the value, each scaled to the units of this investment. */
export function InvestmentFills({ id, reference, active }: InvestmentFillsProps) {
  const list = useList(FILLS, ({ page, day }) => investmentFillsQuery({ id, page, active, day }));
  const { day } = list.value;
  return (
    <div id="ausfuehrungen">
      <Panel
        flush
        title="Ausführungen"
        note={
          <>
            Ihr Anteil am <TermHint id="portfolio">Modellportfolio</TermHint>, Beträge in USDT
          </>
        }
        aside={
          <ListCsvButton
            total={list.query.data?.total}
            fileName={`${reference}-ausfuehrungen.csv`}
            label="Ausführungen"
            load={() => fillRows(id, day)}
          />
        }
      >
        {day !== null && <DayFilter day={day} onClear={list.clear} />}
        <PagedRows
          list={{ ...list, isFiltered: false }}
          noun="Ausführungen"
          expected={5}
          none={
            day === null ? (
              <EmptyState title={active ? 'Noch keine Ausführung' : 'Keine Ausführung'}>
                {active
                  ? 'Seit Ihrem Start hat der Bot nicht gehandelt. Was er schon hielt, zählt für Sie ab dem Start.'
                  : 'In dieser Zeit hat der Bot nicht gehandelt. Ihr Ergebnis kommt aus dem, was er schon hielt.'}
              </EmptyState>
            ) : (
              <EmptyState title="Keine Ausführung an diesem Tag">
                Der Bot hat nicht gehandelt. Das Ergebnis des Tages kommt aus dem, was er hielt.
              </EmptyState>
            )
          }
        >
          {(items) => (
            <DataTable
              caption="Ausführungen, Ihr Anteil"
              needs="much"
              columns={COLUMNS}
              rows={items}
              rowKey={(fill) => fill.id}
            />
          )}
        </PagedRows>
      </Panel>
    </div>
  );
}

function DayFilter({ day, onClear }: { day: string; onClear: () => void }) {
  return (
    <div className={FILTER}>
      <p>
        Nur der Tag{' '}
        <b>
          <time dateTime={day}>{formatDate(noonOf(day))}</time>
        </b>{' '}
        (UTC)
      </p>
      <button type="button" className="link-alone" onClick={onClear}>
        Alle Ausführungen zeigen
      </button>
    </div>
  );
}

const COLUMNS: readonly Column<InvestmentFill>[] = [
  {
    key: 'at',
    head: 'Zeit',
    list: 'note',
    cell: ({ at }) => <time dateTime={at}>{formatDateTimeShort(at)}</time>,
  },
  {
    key: 'symbol',
    head: 'Symbol',
    list: 'title',
    cell: ({ symbol, side }) => (
      <>
        <b className="font-semibold">{symbol}</b>
        {` ${SIDE_WORDS[side]}`}
      </>
    ),
  },
  {
    key: 'reason',
    head: 'Anlass',
    kind: 'muted',
    list: 'wide',
    cell: ({ reason, sealed }) => (
      <span className="list:text-[12px]/4.5">{sealed ? `${reason}, versiegelt` : reason}</span>
    ),
  },
  {
    key: 'quantity',
    head: 'Menge',
    kind: 'amount',
    list: 'hidden',
    cell: ({ quantity }) => <span className="font-book text-muted">{decimalText(quantity)}</span>,
  },
  {
    key: 'price',
    head: 'Kurs',
    kind: 'amount',
    list: 'amount-note',
    cell: ({ price }) => <span className="font-book text-muted">{decimalText(price)}</span>,
  },
  {
    key: 'costs',
    head: 'Kosten',
    kind: 'amount',
    list: 'hidden',
    cell: ({ costs }) => <span className="font-book text-muted">{formatFineAmount(fromWire(costs))}</span>,
  },
  {
    key: 'value',
    head: 'Wert',
    kind: 'amount',
    edge: true,
    list: 'amount',
    cell: ({ value }) => <Amount value={fromWire(value)} />,
  },
];

/** A quantity or a price with the decimals it came with; neither is money. */
function decimalText(text: string): string {
  return formatDecimal(Number(text), { digits: text.split('.')[1]?.length ?? 0 });
}
