import type { ReportSummary } from '@botdepot/contract';
import { BOTS, SIGN_UP_BOT_TYPES } from '@botdepot/contract/catalogue';
import { OutcomeBand } from '../../../entities/bot/outcome-band.tsx';
import { findSummary } from '../../../entities/bot/reports.ts';
import { formatUtcPeriod } from '../../../lib/format/plain-days.ts';
import type { Loaded } from '../../../lib/server/use-loaded.ts';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { LedgerSkeleton } from '../../../ui/state/skeleton.tsx';
import classes from './ai-trading.module.css';

/** The range of all 30-day stretches of the published backtests, bot beside bot. */
export function ThirtyDays({ reports }: { reports: Loaded<ReportSummary[]> }) {
  return (
    <div className={classes.thirtyDays}>
      {SIGN_UP_BOT_TYPES.map((type) => {
        const report = findSummary(reports.data, type, 'publication');
        const windows = report?.thirtyDays;
        return (
          <Panel key={type} title={BOTS[type].name}>
            <div className={classes.band}>
              {report && windows ? (
                <OutcomeBand
                  windows={windows}
                  source={`Rücktest auf echten Kursen, ${formatUtcPeriod(report.provenance.firstDay, report.provenance.lastDay)}, nach Kosten.`}
                />
              ) : report || reports.failed || reports.data ? (
                <p className="muted">Nicht verfügbar.</p>
              ) : (
                <LedgerSkeleton lines={6} total={false} />
              )}
            </div>
          </Panel>
        );
      })}
    </div>
  );
}
