import type { StartPage } from '@botdepot/contract';
import { Panel } from '../../ui/panel.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { SavedAtOnce } from './saved-at-once.tsx';
import classes from './settings.module.css';
import { usePreferences } from './use-preferences.ts';

const PAGES: readonly { value: StartPage; label: string }[] = [
  { value: 'dashboard', label: 'Dashboard' },
  { value: 'bots', label: 'KI-Bots' },
  { value: 'wallet', label: 'Wallet' },
];

export function StartPagePanel() {
  const { preferences, change } = usePreferences();
  return (
    <Panel title="Startseite nach der Anmeldung">
      <div className={classes.block}>
        <div className={classes.actions}>
          <Segments
            label="Startseite nach der Anmeldung"
            options={PAGES}
            value={preferences.startPage}
            onChange={(startPage) => change.mutate({ startPage })}
          />
          <SavedAtOnce change={change} />
        </div>
        <p className="small muted">
          Kommen Sie von einer bestimmten Seite, führt die Anmeldung dorthin zurück.
        </p>
      </div>
    </Panel>
  );
}
