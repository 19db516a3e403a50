import { BOT_TYPES, MEASURED_AFTER_DAYS } from '@botdepot/contract/catalogue';
import { loadOutcomes, loadTrackRecords } from '../../lib/track-records.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SheetSection } from '../../ui/sheet-section.tsx';
import { BotRecord } from './bot-record.tsx';
import { CustomerOutcomes, OUTCOMES_LEAD } from './customer-outcomes.tsx';
import { RecordsOverview } from './records-overview.tsx';
import classes from './track-record.module.css';
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
          <div className={classes.problem}>
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
        <p className={classes.context}>
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
