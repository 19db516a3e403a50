import { formatDateTime } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/now.ts';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { FaultsPanel } from './faults-panel.tsx';
import { useSystemState } from './system.queries.ts';
import { serverTime } from './system-health.ts';
import { SystemPanels, SystemPanelsSkeleton } from './system-panels.tsx';

/** Whether anything needs a hand, and what became of a failure that a customer reports. */
export function SystemPage() {
  const { data, dataUpdatedAt, isError, isPaused, refetch } = useSystemState();
  const now = useNow(1_000);
  const isOld = data !== undefined && (isError || isPaused);
  return (
    <>
      <PageHead title="System" note="Aktualisiert sich von selbst" />
      <div className="stack">
        {isOld && (
          <div role="status">
            <Notice kind="warning" title="Der Zustand lässt sich nicht mehr lesen">
              {`Die Angaben sind vom ${formatDateTime(data.at)}; was seitdem geschah, ist unbekannt. Die Seite versucht es von selbst weiter.`}
            </Notice>
          </div>
        )}
        {data ? (
          <SystemPanels
            state={data}
            nowMs={serverTime(data, dataUpdatedAt, isOld ? dataUpdatedAt : now)}
            isOld={isOld}
          />
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
