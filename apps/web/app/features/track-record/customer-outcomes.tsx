import type { BotOutcomes } from '@botdepot/contract';
import { BOT_TYPES, BOTS, OUTCOMES_SHOWN_FROM } from '@botdepot/contract/catalogue';
import { formatCount, NBSP } from '../../lib/numbers.ts';
import { Ledger } from '../../ui/ledger.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Percent } from '../../ui/percent.tsx';
import { LedgerSkeleton } from '../../ui/skeleton.tsx';
import classes from './track-record.module.css';

interface CustomerOutcomesProps {
  outcomes: readonly BotOutcomes[] | undefined;
  failed: boolean;
}

/** What finished investments made of their stake. Too few say nothing, and that is said. */
export function CustomerOutcomes({ outcomes, failed }: CustomerOutcomesProps) {
  return (
    <div className={classes.outcomes}>
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
  if (!one) return <p className={classes.quiet}>Nicht verfügbar.</p>;
  if (!one.outcomes) {
    return (
      <p className={classes.quiet}>
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
export const OUTCOMES_LEAD = `Was Kunden mit beendeten Anlagen erreicht haben, nur durch den Bot und ohne manuelle Renditen. Gezeigt ab ${OUTCOMES_SHOWN_FROM}${NBSP}beendeten Anlagen je Bot.`;
