import type { TrackRecord } from '@botdepot/contract';
import { BOTS, type BotType, trackRecordHeadUrl, trackRecordUrl } from '@botdepot/contract/catalogue';
import { usualPromiseText } from '../../entities/bot/bot-offer.tsx';
import { formatDateTime } from '../../lib/format/dates.ts';
import { formatCount, NO_FIGURE } from '../../lib/format/numbers.ts';
import { priceSourcesText } from '../../lib/format/price-sources.ts';
import { useAllFigures } from '../../ui/form/all-figures-button.tsx';
import { ButtonLink } from '../../ui/form/button.tsx';
import { IconDownload } from '../../ui/icon/icons.ts';
import { KeyValues } from '../../ui/sheet/key-values.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { SheetSection } from '../../ui/sheet/sheet-section.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { Bone, ChartSkeleton, LedgerSkeleton } from '../../ui/state/skeleton.tsx';
import { measuredText, statusText, unsealedText } from './record-texts.ts';
import { ClosedSeries, SeriesSheet } from './series-sheet.tsx';

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
          <span className="block text-[14px]">{`Übliches Versprechen: ${usualPromiseText(bot)}.`}</span>
          <span className="block min-h-[1.5em]">{record && `${measuredText(record)}.`}</span>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-(--gap)">
        {record ? <Series record={record} /> : failed ? <Unavailable /> : <Skeleton />}
      </div>
    </SheetSection>
  );
}

/** Three lines, also while nothing is known yet. */
function Source({ record }: { record: TrackRecord | undefined }) {
  const newest = record?.series[0];
  return (
    <div className="max-md:min-w-[12rem]">
      <p>{record ? statusText(record) : 'Aufzeichnung seit dem Start'}</p>
      <p>{newest ? priceSourcesText(newest.priceSources) : '\u00a0'}</p>
      <p>{newest ? `Stand ${formatDateTime(newest.to)}` : '\u00a0'}</p>
    </div>
  );
}

function Series({ record }: { record: TrackRecord }) {
  const [isAll] = useAllFigures();
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
      {isAll && <ChainPanel record={record} />}
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
  const [isAll] = useAllFigures();
  if (!isAll) {
    return (
      <div className="grid min-h-157.25 max-md:min-h-191.5">
        <Panel label="Aufzeichnung">
          <Bone width={120} height={40} />
          <LedgerSkeleton lines={2} total={false} />
          <ChartSkeleton intervals={6} />
        </Panel>
      </div>
    );
  }
  return (
    <div className="grid grid-rows-[1fr_auto] grid-cols-1 gap-(--gap) min-h-467.5 max-md:min-h-[2345px]">
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

/** The end of the chain, what is not in it yet, and both as downloads. */
function ChainPanel({ record }: { record: TrackRecord }) {
  const { botType, head, sealedUntil, unsealed } = record;
  const { name } = BOTS[botType];
  return (
    <Panel
      title={`Siegel, ${name}`}
      note="Der Kopf legt alle Einträge davor fest."
      foot={
        head && (
          <div className="flex flex-wrap gap-3 max-md:*:flex-[1_1_100%]">
            <ButtonLink to={trackRecordUrl(botType)} reloadDocument download icon={IconDownload}>
              Aufzeichnung herunterladen
              <span className="vh">{`, ${name}`}</span>
            </ButtonLink>
            <ButtonLink to={trackRecordHeadUrl(botType)} reloadDocument download icon={IconDownload}>
              Kopf herunterladen
              <span className="vh">{`, ${name}`}</span>
            </ButtonLink>
          </div>
        )
      }
    >
      <KeyValues
        facts={[
          { label: 'Einträge in der Kette', value: head ? formatCount(head.position) : NO_FIGURE },
          {
            label: 'Kopf (SHA-256)',
            value: head ? (
              <span className="tabular-nums [font-feature-settings:'calt'_0] wrap-anywhere hyphens-none">
                {head.hash}
              </span>
            ) : (
              NO_FIGURE
            ),
          },
          { label: 'Versiegelt am', value: head ? formatDateTime(head.sealedAt) : NO_FIGURE },
          { label: 'Versiegelt bis', value: sealedUntil ? formatDateTime(sealedUntil) : NO_FIGURE },
          { label: 'Noch nicht versiegelt', value: unsealedText(unsealed) },
        ]}
      />
    </Panel>
  );
}
