import { BOTS, type Profile, type Wallet } from '@botdepot/contract';
import { Link } from 'react-router';
import { urls } from '../../../lib/urls.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Checklist, type ChecklistItem } from '../../../ui/record-list.tsx';

interface FirstStepsProps {
  profile: Profile;
  wallet: Wallet;
  hasDeposited: boolean;
  hasStarted: boolean;
}

export function FirstSteps({ profile, wallet, hasDeposited, hasStarted }: FirstStepsProps) {
  const waits = !hasDeposited && wallet.pendingDeposits > 0;
  const bot = profile.preferredBot ? BOTS[profile.preferredBot].name : 'Ersten Bot';
  const items: ChecklistItem[] = [
    { label: 'Konto erstellt', done: true },
    {
      label: waits ? 'Einzahlung in Prüfung' : 'Spielgeld einzahlen',
      done: hasDeposited,
      action: <StepLink to={urls.deposits}>{waits ? 'Ansehen' : 'Einzahlen'}</StepLink>,
    },
    {
      label: `${bot} starten`,
      done: hasStarted,
      action: <StepLink to={urls.bots}>Ansehen</StepLink>,
    },
  ];
  return (
    <Panel
      flush
      title="Erste Schritte"
      aside={<span>{`${items.filter((item) => item.done).length} von ${items.length}`}</span>}
    >
      <Checklist items={items} />
    </Panel>
  );
}

function StepLink({ to, children }: { to: string; children: string }) {
  return (
    <Link className="link-alone" to={to}>
      {children}
    </Link>
  );
}
