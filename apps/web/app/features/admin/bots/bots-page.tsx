import { useSearchParams } from 'react-router';
import { urls } from '../../../lib/urls.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { TabLinks } from '../../../ui/tabs.tsx';
import { BotsState } from './bots-state.tsx';
import { CalendarPanel } from './calendar-panel.tsx';
import { PausesPanel } from './pauses-panel.tsx';

/** What the address calls the tabs beside the first. */
const VIEWS: Partial<Record<string, 'calendar' | 'pauses'>> = { kalender: 'calendar', eingriffe: 'pauses' };

/** Whether the bots trade, the windows in which NewsBot does, and when somebody stepped in. */
export function BotsPage() {
  const [parameters] = useSearchParams();
  const view = VIEWS[parameters.get('ansicht') ?? ''] ?? 'state';
  return (
    <>
      <PageHead title="Bots" note="Aktualisiert sich von selbst" />
      <TabLinks
        label="Bereiche"
        current={view}
        tabs={[
          { value: 'state', label: 'Zustand', to: urls.adminBots },
          { value: 'calendar', label: 'Kalender des NewsBot', to: urls.adminCalendar },
          { value: 'pauses', label: 'Eingriffe', to: urls.adminPauses },
        ]}
      />
      {view === 'calendar' ? <CalendarPanel /> : view === 'pauses' ? <PausesPanel /> : <BotsState />}
    </>
  );
}
