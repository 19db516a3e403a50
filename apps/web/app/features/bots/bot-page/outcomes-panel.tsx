import { type BotType, OUTCOMES_SHOWN_FROM } from '@botdepot/contract';
import { loadOutcomes } from '../../../entities/bot/track-records.ts';
import { formatCount, formatPercent } from '../../../lib/format/numbers.ts';
import { useLoaded } from '../../../lib/server/use-loaded.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Percent } from '../../../ui/sheet/percent.tsx';
import { RowsSkeleton } from '../../../ui/state/skeleton.tsx';

const PARTS = 'grid grid-cols-1 gap-3 px-(--pad) pt-4 pb-5 [--amt:6rem]';

interface OutcomesPanelProps {
  botType: BotType;
  /** What was finished in the demo's history counts for nothing here. */
  hasDemoHistory: boolean;
}

/** What customers' finished runs really made, once there are enough of them to say anything. */
export function OutcomesPanel({ botType, hasDemoHistory }: OutcomesPanelProps) {
  const { data, failed, retry } = useLoaded(loadOutcomes, { refresh: true });
  const own = data?.find((one) => one.botType === botType);
  return (
    <Panel flush title="Was Kunden erlebt haben" note="Beendete Anlagen, Rendite des Bots">
      {!own && !failed && <RowsSkeleton count={3} />}
      {!own && failed && (
        <div className={PARTS}>
          <p className="text-[14px]/[21px] text-muted">Die Ergebnisse sind gerade nicht verfügbar.</p>
          <div>
            <Button size="sm" onClick={retry}>
              Erneut versuchen
            </Button>
          </div>
        </div>
      )}
      {own && (
        <div className={PARTS}>
          {own.outcomes ? (
            <Ledger
              compact
              caption="Ergebnisse beendeter Anlagen"
              head={{
                label: `${formatCount(own.finished)} beendete Anlagen`,
                amount: <span className="vh">Wert</span>,
              }}
              lines={[
                {
                  label: 'Mit Verlust beendet',
                  amount: formatPercent(own.outcomes.lostFraction, { digits: 0 }),
                },
                {
                  label: 'Median der Rendite',
                  note: 'die Hälfte war besser, die Hälfte schlechter',
                  amount: <Percent fraction={own.outcomes.medianReturnFraction} tone="delta" />,
                },
                {
                  label: 'Schlechteste',
                  amount: <Percent fraction={own.outcomes.worstReturnFraction} tone="delta" />,
                },
              ]}
            />
          ) : (
            <p className="text-[14px]/[21px] text-muted">{tooFewText(own.finished, hasDemoHistory)}</p>
          )}
        </div>
      )}
    </Panel>
  );
}

function tooFewText(finished: number, hasDemoHistory: boolean): string {
  const rule = `Ergebnisse werden ab ${OUTCOMES_SHOWN_FROM} beendeten Anlagen gezeigt; vorher sagen sie nichts.`;
  const soFar = finished === 0 ? 'ist keine' : finished === 1 ? 'ist eine' : `sind ${formatCount(finished)}`;
  const leftOut = hasDemoHistory ? '; der Demo-Vorlauf zählt nicht mit' : '';
  return `${rule} Bisher ${soFar} beendet${leftOut}.`;
}
