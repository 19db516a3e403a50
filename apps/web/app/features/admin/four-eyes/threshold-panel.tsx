import { FOUR_EYES, type FourEyes, THRESHOLDS, type ThresholdOf } from '@botdepot/contract';
import { clsx } from 'clsx';
import { breakBeforeAt } from '../../../lib/break-before-at.tsx';
import { formatDateTime } from '../../../lib/dates.ts';
import { NBSP } from '../../../lib/numbers.ts';
import { useMay } from '../../../lib/profile.ts';
import { useOpening } from '../../../lib/use-opening.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RowsSkeleton } from '../../../ui/skeleton.tsx';
import { secondText, THRESHOLD_WORDS, thresholdText } from './approval-texts.ts';
import { ThresholdDialog } from './threshold-dialog.tsx';

const ADMINS = clsx(
  'mx-0 mt-2 mb-0 p-0 list-none border-t border-border',
  '[&_li]:flex [&_li]:flex-wrap [&_li]:justify-between [&_li]:items-center [&_li]:gap-x-3',
  '[&_li]:gap-y-0.5 [&_li]:py-2.5 [&_li]:border-b [&_li]:border-b-border',
  '[&_li]:text-[14px]/5 [&_span:first-child]:min-w-0 [&_span:first-child]:wrap-anywhere',
);

interface ThresholdPanelProps {
  rule: FourEyes | undefined;
  error: unknown;
  onRetry: () => void;
}

/** The rule: from which amount on, since when, and who could be the second one. */
export function ThresholdPanel({ rule, error, onRetry }: ThresholdPanelProps) {
  const [dialog, open, close] = useOpening<ThresholdOf>();
  const canChange = useMay()('admin.setFourEyesThreshold');
  if (!rule) {
    return (
      <Panel title="Vier-Augen-Prinzip" flush>
        {error ? <LoadFailure error={error} onRetry={onRetry} /> : <RowsSkeleton count={5} />}
      </Panel>
    );
  }
  return (
    <Panel title="Vier-Augen-Prinzip">
      <div className="grid gap-4">
        {THRESHOLDS.map((of) => (
          <div key={of}>
            <p className="small muted">{THRESHOLD_WORDS[of]}</p>
            <p className="[--unit-size:16px] text-xl font-semibold tracking-[-0.01em] mb-2">
              {thresholdText(of === 'deposits' ? rule.depositThresholdUsd : rule.thresholdUsd)}
            </p>
            {canChange && (
              <Button size="sm" onClick={() => open(of)}>
                {of === 'deposits' ? 'Für Einzahlungen ändern' : 'Schwelle ändern'}
              </Button>
            )}
          </div>
        ))}
        <div>
          <p className="small muted">
            {rule.changedBy === null ? (
              'Erster Wert der Installation'
            ) : (
              <span className="wrap-anywhere">
                {breakBeforeAt(`Seit ${formatDateTime(rule.changedAt)}, ${rule.changedBy.email}`)}
              </span>
            )}
          </p>
        </div>
        <WhyOff rule={rule} />
        <p className="small muted">
          {`Was einer allein bucht, zählt ${FOUR_EYES.movedAloneHours}${NBSP}Stunden lang zusammen, hin wie her und für alle Kunden; was zwei freigegeben haben, zählt nicht mit.`}
        </p>
        <div>
          <p className="small muted">Wer freigeben kann</p>
          <ul className={ADMINS}>
            {rule.admins.map((admin) => (
              <li key={admin.userId}>
                <span>{breakBeforeAt(admin.email)}</span>
                <span className="muted">{secondText(admin)}</span>
              </li>
            ))}
          </ul>
        </div>
        <p className="small muted">
          {`Wer erst seit Kurzem Administrator oder wieder entsperrt ist, gibt ${FOUR_EYES.roleSettlesHours}${NBSP}Stunden lang nichts frei, ausgenommen der erste Administrator. Ebenso lange zählt mit, wen ein anderer gesperrt oder wem er Rechte genommen hat.`}
        </p>
      </div>
      {dialog !== null && (
        <ThresholdDialog
          key={dialog.key}
          opened={dialog.isOpen}
          rule={rule}
          of={dialog.subject}
          onClose={close}
        />
      )}
    </Panel>
  );
}

function WhyOff({ rule }: { rule: FourEyes }) {
  if (rule.whyOff === null) return null;
  return (
    <Notice kind="info" title="Gilt gerade nicht">
      {rule.whyOff === 'no_threshold'
        ? 'Es ist keine Schwelle gesetzt. Jeder Administrator bucht jeden Betrag allein.'
        : 'Außer Ihnen kann niemand freigeben. Bis es einen zweiten Administrator gibt, der handeln kann, bucht einer jeden Betrag allein.'}
    </Notice>
  );
}
