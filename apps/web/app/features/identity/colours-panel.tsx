import type { ColourChoice } from '@botdepot/contract';
import { NBSP } from '../../lib/numbers.ts';
import { Panel } from '../../ui/panel.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { SavedAtOnce } from './saved-at-once.tsx';
import classes from './settings.module.css';
import { usePreferences } from './use-preferences.ts';

const CHOICES: readonly { value: ColourChoice; label: string }[] = [
  { value: 'blue-orange', label: 'Blau und Orange' },
  { value: 'green-red', label: 'Grün und Rot' },
];

/** Kept with the account: how one reads figures goes along to every device. */
export function ColoursPanel() {
  const { preferences, change } = usePreferences();
  return (
    <Panel title="Farben für Gewinn und Verlust">
      <div className={classes.block}>
        <div className={classes.actions}>
          <Segments
            label="Farben für Gewinn und Verlust"
            options={CHOICES}
            value={preferences.colours}
            onChange={(colours) => change.mutate({ colours })}
          />
          <SavedAtOnce change={change} />
        </div>
        <p className={classes.sample}>
          <span data-is="up">{`▲ +1,2${NBSP}%`}</span>
          <span data-is="down">{`▼ −0,8${NBSP}%`}</span>
        </p>
        <p className="small muted">
          Blau und Orange lassen sich auch bei einer Farbenfehlsichtigkeit unterscheiden. Pfeil und Vorzeichen
          stehen immer dabei.
        </p>
      </div>
    </Panel>
  );
}
