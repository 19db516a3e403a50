import { BOT_TYPES, BOTS, type BotType } from '@botdepot/contract';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SavedAtOnce } from './saved-at-once.tsx';
import classes from './settings.module.css';
import { usePreferences } from './use-preferences.ts';

const CHOICES: readonly { value: BotType; label: string }[] = BOT_TYPES.map((value) => ({
  value,
  label: BOTS[value].name,
}));

/** The choice of sign-up, and whatever replaced it since. */
export function DefaultBotPanel() {
  const { preferences, change } = usePreferences();
  return (
    <Panel title="Vorgewählter Bot">
      <div className={classes.block}>
        <div className={classes.actions}>
          <FilterSelect
            label="Vorgewählter Bot"
            options={CHOICES}
            value={preferences.preferredBot}
            allLabel="Keiner"
            onChange={(preferredBot) => change.mutate({ preferredBot })}
          />
          <SavedAtOnce change={change} />
        </div>
        <p className="small muted">
          Mit ihm öffnet sich der Dialog, in dem Sie einen Bot starten. Gestartet wird damit nichts.
        </p>
      </div>
    </Panel>
  );
}
