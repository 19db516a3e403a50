import '../../ui/utilities/evidence.css';
import type { ReportSummary } from '@botdepot/contract';
import { BOTS, SIGN_UP_BOT_TYPES } from '@botdepot/contract/catalogue';
import { OutcomeBand } from '../../entities/bot/outcome-band.tsx';
import { findSummary, loadReportSummaries } from '../../entities/bot/reports.ts';
import { loadTrackRecords } from '../../entities/bot/track-records.ts';
import { formatUtcPeriod } from '../../lib/format/plain-days.ts';
import { pageMeta } from '../../lib/page/page-meta.ts';
import { BRAND_NAME } from '../../lib/page/page-title.ts';
import { type Loaded, useLoaded } from '../../lib/server/use-loaded.ts';
import { urls } from '../../lib/url/urls.ts';
import { AllFiguresButton, useAllFigures } from '../../ui/form/all-figures-button.tsx';
import { Panel } from '../../ui/sheet/panel.tsx';
import { SheetSection } from '../../ui/sheet/sheet-section.tsx';
import { LedgerSkeleton } from '../../ui/state/skeleton.tsx';
import classes from './ai-trading/ai-trading.module.css';
import { BacktestChart } from './ai-trading/backtest-chart.tsx';
import { CompareTable } from './ai-trading/compare-table.tsx';
import { CostTable } from './ai-trading/cost-table.tsx';
import { RiskNotice } from './landing/risk-notice.tsx';

export const meta = () =>
  pageMeta({
    title: 'KI-Trading: zwei Bots im Vergleich',
    description: `${BRAND_NAME}: SmartBot und TurboBot nebeneinander, mit üblichem Versprechen, Messung, Rücktest, Rückgang und Kosten. Nur Spielgeld.`,
    path: urls.aiTrading,
  });

/** Written at build time without a measured figure; those are asked for afterwards. */
export default function AiTrading() {
  const records = useLoaded(loadTrackRecords);
  const reports = useLoaded(loadReportSummaries);
  const [isAll] = useAllFigures();
  return (
    <>
      <SheetSection
        kind="page"
        label="Quelle"
        source="Rücktest auf echten Kursen, ein berechnetes Ergebnis. Kein Handel mit echtem Geld"
        title="Zwei Bots im Vergleich"
        lead="Beide handeln automatisch nach festen Regeln, mit Spielgeld. Hier steht, was solche Bots meist versprechen, und daneben, was herauskam."
      >
        <BacktestChart />
      </SheetSection>
      <SheetSection
        id="vergleich"
        label="Vergleich"
        source="Rendite und größter Rückgang stehen immer beisammen"
        title={isAll ? 'Alle Angaben nebeneinander' : 'Beide nebeneinander'}
      >
        {/* Above all that it opens, so that it stays where it is. */}
        <div className="mb-4">
          <AllFiguresButton />
        </div>
        <CompareTable records={records} reports={reports} />
      </SheetSection>
      {isAll && (
        <SheetSection
          label="30 Tage"
          source="Aus dem Rücktest, nicht aus dem laufenden Handel"
          title="Was ein Monat gebracht hätte"
          lead="Jeder Zeitraum von 30 Tagen im Rücktest, vom schlechtesten bis zum besten."
        >
          <ThirtyDays reports={reports} />
        </SheetSection>
      )}
      {isAll && (
        <SheetSection
          id="kosten"
          label="Kosten"
          source="Annahmen, im Rücktest und live dieselben"
          title="Was eine Ausführung kostet"
          lead="Ein- und Auszahlen, Starten und Beenden kosten nichts. Der Handel selbst kostet, und das steht in jedem Ergebnis."
        >
          <CostTable />
        </SheetSection>
      )}
      <SheetSection label="Bitte lesen">
        <RiskNotice />
      </SheetSection>
    </>
  );
}

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
