import type { TrackRecord } from '@botdepot/contract';
import { BOT_TYPES, BOTS, type BotType } from '@botdepot/contract/catalogue';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { formatDateTimeShort } from '../../lib/dates.ts';
import { formatCount, NO_FIGURE } from '../../lib/numbers.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Percent } from '../../ui/percent.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { shareText, statusText } from './record-texts.ts';

const OVERVIEW = clsx(
  'md:[&_table]:table-fixed md:[&_table_thead_th]:align-bottom',
  'md:[&_table_thead_th[data-kind]]:whitespace-normal',
  'max-md:[&_table_tbody_tr]:grid-cols-[minmax(0,1fr)_11rem] max-md:[&_table_tbody_tr]:content-start',
  'max-md:[&_table_tbody_tr]:min-h-18.5',
);

interface Row {
  botType: BotType;
  record: TrackRecord | undefined;
}

interface RecordsOverviewProps {
  records: readonly TrackRecord[] | undefined;
  failed: boolean;
}

/** Every bot in one line: the newest series, how many came before it, and how far the seals reach. */
export function RecordsOverview({ records, failed }: RecordsOverviewProps) {
  const rows = BOT_TYPES.map((botType) => ({
    botType,
    record: records?.find((one) => one.botType === botType),
  }));
  const once = (show: (record: TrackRecord) => ReactNode, width: number) =>
    function Cell({ record }: Row) {
      if (record) return show(record);
      return failed || records ? NO_FIGURE : <Bone width={width} height={18} />;
    };
  const columns: Column<Row>[] = [
    {
      key: 'bot',
      head: 'Bot',
      kind: 'primary',
      list: 'title',
      cell: ({ botType }) => BOTS[botType].name,
    },
    { key: 'status', head: 'Stand', list: 'note', cell: once(stateOf, 144) },
    {
      key: 'return',
      head: 'Rendite',
      kind: 'amount',
      list: 'amount',
      cell: once(({ series: [one] }) => <Percent fraction={one?.returnFraction ?? null} tone="delta" />, 56),
    },
    {
      key: 'drawdown',
      head: 'Größter Rückgang',
      kind: 'amount',
      list: 'amount-note',
      cell: once(
        ({ series: [one] }) => (
          <>
            <span data-room="list">größter Rückgang </span>
            <Percent fraction={one?.maxDrawdownFraction ?? null} tone="delta" />
          </>
        ),
        56,
      ),
    },
    {
      key: 'losing',
      head: 'Verlusttage',
      kind: 'amount',
      list: 'hidden',
      cell: once(({ series: [one] }) => (one ? shareText(one.losingDays, one.finishedDays) : NO_FIGURE), 48),
    },
    {
      key: 'sealed',
      head: 'Versiegelt bis',
      kind: 'moment',
      edge: true,
      list: 'hidden',
      cell: once(({ sealedUntil }) => (sealedUntil ? formatDateTimeShort(sealedUntil) : NO_FIGURE), 112),
    },
  ];
  return (
    <Panel flush label="Alle Bots">
      <div className={OVERVIEW}>
        <DataTable
          caption="Aufzeichnung je Bot"
          needs="little"
          columns={columns}
          rows={rows}
          rowKey={({ botType }) => botType}
          rowTo={({ botType }) => `#${botType}`}
        />
      </div>
    </Panel>
  );
}

function stateOf(record: TrackRecord): string {
  const closed = record.series.filter((series) => series.closed).length;
  const earlier = record.series[0]?.closed ? closed - 1 : closed;
  if (earlier < 1) return statusText(record);
  const series = earlier === 1 ? 'eine frühere Reihe' : `${formatCount(earlier)} frühere Reihen`;
  return `${statusText(record)}, ${series}`;
}
