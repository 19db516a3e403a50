import { useNow } from '../../../lib/now.ts';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { FaultsPanel } from './faults-panel.tsx';
import { useSystemState } from './system.queries.ts';
import { SystemPanels, SystemPanelsSkeleton } from './system-panels.tsx';

/** Whether anything needs a hand, and what became of a failure that a customer reports. */
export function SystemPage() {
  const { data, isError, refetch } = useSystemState();
  const now = useNow(1_000);
  return (
    <>
      <PageHead title="System" note="Aktualisiert sich von selbst" />
      <div className="stack">
        {data ? (
          <SystemPanels state={data} nowMs={now} />
        ) : isError ? (
          <Panel label="Zustand" flush>
            <NotLoaded onRetry={() => void refetch()}>Der Zustand konnte nicht geladen werden.</NotLoaded>
          </Panel>
        ) : (
          <SystemPanelsSkeleton />
        )}
        <FaultsPanel />
      </div>
    </>
  );
}
