import type { BotOutcomes } from '@botdepot/contract';
import { BOT_TYPES, BOTS, MEASURED_AFTER_DAYS, OUTCOMES_SHOWN_FROM } from '@botdepot/contract/catalogue';
import { loadOutcomes, loadTrackRecords } from '../../entities/bot/track-records.ts';
import { formatCount, NBSP } from '../../lib/numbers.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { Ledger } from '../../ui/ledger.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Percent } from '../../ui/percent.tsx';
import { SheetSection } from '../../ui/sheet-section.tsx';
import { LedgerSkeleton } from '../../ui/skeleton.tsx';
import { BotRecord } from './bot-record.tsx';
import { RecordsOverview } from './records-overview.tsx';
import { VerifySteps, WhatItProves } from './verify-steps.tsx';

/** Written at build time without a figure; what is measured is asked for afterwards. */
export function TrackRecordPage() {
  const records = useLoaded(loadTrackRecords, { refresh: true });
  const outcomes = useLoaded(loadOutcomes, { refresh: true });
  return (
    <>
      <SheetSection
        kind="page"
        label="Quelle"
        source="Laufende Bots, jede Feststellung seit ihrem Start"
        title="Nachweis"
        lead="Alles, was die Bots mit laufenden Kursen getan haben, auch jeder Verlust und jede beendete Reihe. Versiegelt in einer Kette, die Sie selbst nachrechnen können."
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
        <p className="max-w-170 mt-4 text-[14px]/5.5 text-muted">
          {`Gezeigt ist die neueste Reihe je Bot. „Gemessen“ sagen wir nach ${MEASURED_AFTER_DAYS}\u00a0Tagen mit laufenden Kursen. Der Vorlauf einer Demo gehört nicht dazu.`}
        </p>
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
      <SheetSection
        id="pruefen"
        label="Prüfung"
        source="Auf Ihrem eigenen Rechner, ohne uns"
        title="So prüfen Sie nach"
      >
        <VerifySteps />
        <WhatItProves />
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
