import type { Profile } from '@botdepot/contract';
import { Link } from 'react-router';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Checklist } from '../../../ui/table/record-list.tsx';
import { firstSteps, type Progress } from './first-step.ts';

interface FirstStepsProps extends Omit<Progress, 'emailVerified' | 'preferredBot' | 'twoFactorEnabled'> {
  profile: Profile;
}

/** What a new customer does first, read from what is booked and set up. Once all of it is done it is gone. */
export function FirstSteps({ profile, ...booked }: FirstStepsProps) {
  const steps = firstSteps({ ...profile, ...booked });
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return null;
  return (
    <Panel flush title="Erste Schritte" aside={<span>{`${done} von ${steps.length}`}</span>}>
      <Checklist
        items={steps.map(({ label, done: isDone, action }) => ({
          label,
          done: isDone,
          action: action && (
            <Link className="link-alone" to={action.to}>
              {action.label}
              {/* „Ansehen“ alone does not say what. */}
              <span className="vh">{`, ${label}`}</span>
            </Link>
          ),
        }))}
      />
    </Panel>
  );
}
