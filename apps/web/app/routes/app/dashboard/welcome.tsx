import type { Profile, Wallet } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { IconArrowBarToDown } from '@tabler/icons-react';
import { WealthBeginning } from '../../../features/wealth/wealth-beginning.tsx';
import { NO_FIGURE } from '../../../lib/format/numbers.ts';
import { urls } from '../../../lib/url/urls.ts';
import { ButtonLink } from '../../../ui/form/button.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { StatStrip } from '../../../ui/sheet/stat-strip.tsx';
import { ChosenBot } from './chosen-bot.tsx';
import { COLUMN, COLUMNS } from './column-styles.ts';
import { FirstSteps } from './first-steps.tsx';
import { STAT_LABELS } from './overview-stats.tsx';
import { RecentPanel } from './recent-panel.tsx';

/** What to do comes before what is still empty. */
const FIRST = 'max-lg:-order-1';
const BEGINNING = 'grid justify-items-start gap-3 max-w-[30rem] text-[14px]/[21px] text-muted';

/** The dashboard of a customer for whom nothing is booked yet. */
export function Welcome({ profile, wallet }: { profile: Profile; wallet: Wallet }) {
  const waits = wallet.pendingDeposits > 0;
  return (
    <>
      <div className="mb-(--gap)">
        <StatStrip
          label="Kennzahlen"
          stats={[
            {
              label: STAT_LABELS[0],
              value: <Amount value={fromWire(wallet.usdBalance)} unit="USDT" />,
              notes: [waits ? 'Einzahlung in Prüfung' : 'Noch keine Einzahlung'],
              to: urls.wallet,
            },
            { label: STAT_LABELS[1], value: '0', notes: ['Noch kein Bot gestartet'], to: urls.bots },
            { label: STAT_LABELS[2], value: NO_FIGURE, notes: ['Ab dem ersten Bot'], to: urls.bots },
            { label: STAT_LABELS[3], value: NO_FIGURE, notes: ['Ab dem ersten Bot'], to: urls.bots },
          ]}
        />
      </div>
      <div className={COLUMNS}>
        <div className={COLUMN}>
          <WealthBeginning profile={profile} wallet={wallet}>
            <Beginning waits={waits} />
          </WealthBeginning>
        </div>
        <div className={COLUMN}>
          <div className={FIRST}>
            <FirstSteps profile={profile} isDepositPending={waits} hasDeposited={false} hasStarted={false} />
          </div>
          {waits ? <RecentPanel /> : <NothingBooked />}
          {profile.preferredBot && <ChosenBot botType={profile.preferredBot} />}
        </div>
      </div>
    </>
  );
}

/** One call to act is enough; this only says what will stand here. */
function NothingBooked() {
  return (
    <Panel title="Letzte Vorgänge">
      <p className="small muted">Hier steht jede Buchung mit Betrag und Saldo, sobald Sie einzahlen.</p>
    </Panel>
  );
}

function Beginning({ waits }: { waits: boolean }) {
  return waits ? (
    <div className={BEGINNING}>
      <p className="-mb-3 text-base font-semibold text-text">Ihre Einzahlung wird geprüft</p>
      <p>Sobald sie gutgeschrieben ist, steht der Betrag hier, und Sie können einen Bot starten.</p>
      <ButtonLink to={urls.deposits} look="primary">
        Einzahlung ansehen
      </ButtonLink>
    </div>
  ) : (
    <div className={BEGINNING}>
      <p className="-mb-3 text-base font-semibold text-text">Noch nichts zu zeigen</p>
      <p>
        Ihr Kontoblatt beginnt mit der ersten Einzahlung. Sie zahlen Spielgeld ein, ein Bot handelt damit, und
        jede Zahl lässt sich bis zur Buchung öffnen.
      </p>
      <ButtonLink to={urls.deposits} look="primary" icon={IconArrowBarToDown}>
        Spielgeld einzahlen
      </ButtonLink>
    </div>
  );
}
