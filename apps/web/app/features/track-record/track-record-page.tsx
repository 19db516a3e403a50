import type { BotOutcomes, TrackRecord } from '@botdepot/contract';
import {
  BOT_TYPES,
  BOTS,
  type BotType,
  MEASURED_AFTER_DAYS,
  OUTCOMES_SHOWN_FROM,
} from '@botdepot/contract/catalogue';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { loadOutcomes, loadTrackRecords } from '../../entities/bot/track-records.ts';
import { TermHint } from '../../entities/term/term-hint.tsx';
import { formatDateTimeShort } from '../../lib/format/dates.ts';
import { formatCount, NBSP, NO_FIGURE } from '../../lib/format/numbers.ts';
import { useLoaded } from '../../lib/server/use-loaded.ts';
import { urls } from '../../lib/url/urls.ts';
import { AllFiguresButton, useAllFigures } from '../../ui/form/all-figures-button.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Ledger } from '../../ui/sheet/ledger.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { Percent } from '../../ui/sheet/percent.tsx';
import { SheetSection } from '../../ui/sheet/sheet-section.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { Bone, LedgerSkeleton } from '../../ui/state/skeleton.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { BotRecord } from './bot-record.tsx';
import { DaySeals, VerifySteps, WhatItProves } from './how-to-verify.tsx';
import { shareText, statusText } from './record-texts.ts';

/** Written at build time without a figure; what is measured is asked for afterwards. */
export function TrackRecordPage() {
  const records = useLoaded(loadTrackRecords, { refresh: true });
  const outcomes = useLoaded(loadOutcomes, { refresh: true });
  const [isAll] = useAllFigures();
  return (
    <>
      <SheetSection
        kind="page"
        label="Quelle"
        source="Laufende Bots, jede Feststellung seit ihrem Start"
        title="Nachweis"
        lead={
          <>
            Alles, was die Bots mit laufenden Kursen getan haben, auch jeder Verlust und jede beendete Reihe.{' '}
            <TermHint id="sealed">Versiegelt</TermHint> in einer Kette, die Sie selbst nachrechnen können.
          </>
        }
      >
        {records.failed && (
          <div className="mb-4 [&_button]:mt-3">
            <Notice kind="warning">
              <p>
                {records.data
                  ? 'Die Aufzeichnung konnte gerade nicht erneuert werden. Sie sehen den letzten Stand, der geladen wurde.'
                  : 'Die Aufzeichnung konnte nicht geladen werden.'}
              </p>
              <Button size="sm" pending={records.loading} onClick={records.retry}>
                Erneut versuchen
              </Button>
            </Notice>
          </div>
        )}
        <RecordsOverview records={records.data} failed={records.failed} />
        <p className="max-w-170 my-4 text-[14px]/5.5 text-muted">
          {`Gezeigt ist die neueste Reihe je Bot. „Gemessen“ sagen wir nach ${MEASURED_AFTER_DAYS}\u00a0Tagen mit laufenden Kursen. Der Vorlauf einer Demo gehört nicht dazu. Auf simulierten Kursen ist ein Gewinn Zufall. Bei jedem Bot steht, was Kaufen und Halten in denselben Tagen gebracht hätte; über Jahre zeigt es der `}
          <Link className="link" to={urls.aiTrading}>
            Rücktest auf echten Kursen
          </Link>
          .
        </p>
        {/* Above all that it opens, so that it stays where it is. */}
        <AllFiguresButton />
      </SheetSection>
      {BOT_TYPES.map((botType) => (
        <BotRecord
          key={botType}
          botType={botType}
          record={records.data?.find((one) => one.botType === botType)}
          failed={records.failed || records.data !== undefined}
        />
      ))}
      <SheetSection
        id="anlagen"
        label="Anlagen"
        source="Beendete Anlagen aller Kunden, ohne Namen"
        title="Was Anlagen wirklich gebracht haben"
        lead={OUTCOMES_LEAD}
      >
        <CustomerOutcomes outcomes={outcomes.data} failed={outcomes.failed} />
      </SheetSection>
      {isAll && (
        <SheetSection
          id="pruefen"
          label="Prüfung"
          source="Auf Ihrem eigenen Rechner, ohne uns"
          title="So prüfen Sie nach"
        >
          <VerifySteps />
          <WhatItProves />
        </SheetSection>
      )}
      <SheetSection
        id="eigene"
        label="Eigene Bots"
        source="Jeder Tag, ohne Namen und ohne Regeln"
        title="Eigene Bots"
      >
        <DaySeals />
      </SheetSection>
    </>
  );
}

interface CustomerOutcomesProps {
  outcomes: readonly BotOutcomes[] | undefined;
  failed: boolean;
}

/** What finished investments made of their stake. Too few say nothing, and that is said. */
function CustomerOutcomes({ outcomes, failed }: CustomerOutcomesProps) {
  if (outcomes?.every((one) => one.outcomes === null)) {
    const finished = outcomes.map((one) => `${BOTS[one.botType].name} ${formatCount(one.finished)}`);
    return (
      <p>{`Noch zu wenige: ${finished.join(', ')} von je ${OUTCOMES_SHOWN_FROM}. Vorher wäre eine Zahl Zufall.`}</p>
    );
  }
  return (
    <div className="[--amt:5.5rem] grid grid-cols-3 gap-(--gap) max-[1080px]:grid-cols-1">
      {BOT_TYPES.map((botType) => (
        <Panel key={botType} title={`Anlagen im ${BOTS[botType].name}`}>
          <OneBot
            name={BOTS[botType].name}
            one={outcomes?.find((entry) => entry.botType === botType)}
            missing={failed || outcomes !== undefined}
          />
        </Panel>
      ))}
    </div>
  );
}

function OneBot({ name, one, missing }: { name: string; one: BotOutcomes | undefined; missing: boolean }) {
  if (!one && !missing) return <LedgerSkeleton lines={3} total={false} />;
  if (!one) return <p className="text-[14px]/5.5 text-muted">Nicht verfügbar.</p>;
  if (!one.outcomes) {
    return (
      <p className="text-[14px]/5.5 text-muted">
        {`Noch zu wenige: ${formatCount(one.finished)} von ${OUTCOMES_SHOWN_FROM} beendeten Anlagen. Vorher wäre eine Zahl Zufall.`}
      </p>
    );
  }
  const { lostFraction, medianReturnFraction, worstReturnFraction } = one.outcomes;
  return (
    <Ledger
      compact
      caption={`${name}: Ergebnisse beendeter Anlagen`}
      head={{
        label: `${formatCount(one.finished)} beendete Anlagen`,
        amount: <span className="vh">Wert</span>,
      }}
      lines={[
        { label: 'Mit Verlust beendet', amount: <Percent fraction={lostFraction} digits={0} /> },
        {
          label: 'Median',
          note: 'die Hälfte war besser, die Hälfte schlechter',
          amount: <Percent fraction={medianReturnFraction} tone="delta" />,
        },
        { label: 'Schlechtestes', amount: <Percent fraction={worstReturnFraction} tone="delta" /> },
      ]}
    />
  );
}

/** Said once for all bots. */
const OUTCOMES_LEAD = `Was Kunden mit beendeten Anlagen erreicht haben, nur durch den Bot und ohne manuelle Renditen. Gezeigt ab ${OUTCOMES_SHOWN_FROM}${NBSP}beendeten Anlagen je Bot.`;

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
function RecordsOverview({ records, failed }: RecordsOverviewProps) {
  const [isAll] = useAllFigures();
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
      head: <TermHint id="drawdown">Größter Rückgang</TermHint>,
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
    ...(isAll
      ? ([
          {
            key: 'losing',
            head: 'Verlusttage',
            kind: 'amount',
            list: 'hidden',
            cell: once(
              ({ series: [one] }) => (one ? shareText(one.losingDays, one.finishedDays) : NO_FIGURE),
              48,
            ),
          },
          {
            key: 'sealed',
            head: 'Versiegelt bis',
            kind: 'moment',
            edge: true,
            list: 'hidden',
            cell: once(
              ({ sealedUntil }) => (sealedUntil ? formatDateTimeShort(sealedUntil) : NO_FIGURE),
              112,
            ),
          },
        ] satisfies Column<Row>[])
      : []),
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
