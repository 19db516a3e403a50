import type { TrackRecord } from '@botdepot/contract';
import { BOTS, type BotType } from '@botdepot/contract/catalogue';
import { formatDateTime } from '../../lib/dates.ts';
import { priceSourcesText } from '../../lib/price-sources.ts';
import { usualPromiseText } from '../../ui/bot-offer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SheetSection } from '../../ui/sheet-section.tsx';
import { Bone, ChartSkeleton, LedgerSkeleton } from '../../ui/skeleton.tsx';
import { ChainPanel } from './chain-panel.tsx';
import { measuredText, statusText } from './record-texts.ts';
import { ClosedSeries, SeriesSheet } from './series-sheet.tsx';
import classes from './track-record.module.css';

interface BotRecordProps {
  botType: BotType;
  /** Undefined while loading, and when nothing could be loaded. */
  record: TrackRecord | undefined;
  failed: boolean;
}

/** One bot: every series, the newest first, and the end of its chain. */
export function BotRecord({ botType, record, failed }: BotRecordProps) {
  const bot = BOTS[botType];
  return (
    <SheetSection
      id={botType}
      label={bot.name}
      source={record ? <Source record={record} /> : 'Aufzeichnung seit dem Start'}
      title={bot.name}
      lead={
        <>
          {record ? `${measuredText(record)}. ` : ''}
          <span className={classes.promise}>{`Übliches Versprechen: ${usualPromiseText(bot)}.`}</span>
        </>
      }
    >
      <div className={classes.record}>
        {record ? <Series record={record} /> : failed ? <Unavailable /> : <Skeleton />}
      </div>
    </SheetSection>
  );
}

function Source({ record }: { record: TrackRecord }) {
  const [newest] = record.series;
  return (
    <div>
      <p>{statusText(record)}</p>
      {newest && (
        <>
          <p>{priceSourcesText(newest.priceSources)}</p>
          <p>{`Stand ${formatDateTime(newest.to)}`}</p>
        </>
      )}
    </div>
  );
}

function Series({ record }: { record: TrackRecord }) {
  const { name } = BOTS[record.botType];
  if (record.series.length === 0) {
    return (
      <Panel label={name}>
        <EmptyState title="Noch keine Aufzeichnung">
          {record.running
            ? 'Der Bot läuft. Die Aufzeichnung beginnt mit der ersten versiegelten Abrechnung, meist nach wenigen Minuten.'
            : 'Der Bot hat noch nicht mit laufenden Kursen gehandelt. Sobald er es tut, steht hier jeder Tag, auch jeder mit Verlust.'}
        </EmptyState>
      </Panel>
    );
  }
  return (
    <>
      {record.series.map((series) =>
        series.closed ? (
          <ClosedSeries key={series.series} botName={name} series={series} />
        ) : (
          <SeriesSheet key={series.series} botName={name} series={series} />
        ),
      )}
      <ChainPanel record={record} />
    </>
  );
}

function Unavailable() {
  return (
    <Panel label="Aufzeichnung">
      <EmptyState title="Nicht verfügbar">
        Die Aufzeichnung konnte nicht geladen werden. Das sagt nichts über ihren Inhalt.
      </EmptyState>
    </Panel>
  );
}

/** As high as a record with one series, so that a link to a bot further down still leads there when they arrive. */
function Skeleton() {
  return (
    <div className={classes.waiting}>
      <Panel label="Aufzeichnung">
        <Bone width={120} height={40} />
        <ChartSkeleton intervals={6} />
        <ChartSkeleton intervals={2} />
        <LedgerSkeleton lines={4} total={false} />
      </Panel>
      <Panel label="Siegel">
        <LedgerSkeleton lines={5} total={false} />
      </Panel>
    </div>
  );
}
