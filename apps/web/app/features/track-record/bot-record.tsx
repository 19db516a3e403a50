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
      source={<Source record={record} />}
      title={bot.name}
      lead={
        <>
          <span className={classes.promise}>{`Übliches Versprechen: ${usualPromiseText(bot)}.`}</span>
          <span className={classes.measured}>{record && `${measuredText(record)}.`}</span>
        </>
      }
    >
      <div className={classes.record}>
        {record ? <Series record={record} /> : failed ? <Unavailable /> : <Skeleton />}
      </div>
    </SheetSection>
  );
}

/** Three lines, also while nothing is known yet. */
function Source({ record }: { record: TrackRecord | undefined }) {
  const newest = record?.series[0];
  return (
    <div className={classes.source}>
      <p>{record ? statusText(record) : 'Aufzeichnung seit dem Start'}</p>
      <p>{newest ? priceSourcesText(newest.priceSources) : '\u00a0'}</p>
      <p>{newest ? `Stand ${formatDateTime(newest.to)}` : '\u00a0'}</p>
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
            ? 'Der Bot läuft. Die Aufzeichnung beginnt mit der ersten versiegelten Feststellung, meist nach wenigen Minuten.'
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
