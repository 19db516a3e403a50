import type { ColourChoice } from '@botdepot/contract';
import { NBSP } from '../../lib/numbers.ts';
import { Segments } from '../../ui/tabs.tsx';
import { PreferencePanel } from './preference-panel.tsx';
import { usePreferences } from './use-preferences.ts';

const CHOICES: readonly { value: ColourChoice; label: string }[] = [
  { value: 'blue-orange', label: 'Blau und Orange' },
  { value: 'green-red', label: 'Grün und Rot' },
];

/** Kept with the account: how one reads figures goes along to every device. */
export function ColoursPanel() {
  const { preferences, change } = usePreferences();
  return (
    <PreferencePanel
      title="Farben für Gewinn und Verlust"
      change={change}
      control={
        <Segments
          label="Farben für Gewinn und Verlust"
          options={CHOICES}
          value={preferences.colours}
          onChange={(colours) => change.mutate({ colours })}
        />
      }
      sample={
        <p className="flex gap-6 font-semibold tabular-nums [&_[data-is='up']]:text-up [&_[data-is='down']]:text-down">
          <span data-is="up">{`▲ +1,2${NBSP}%`}</span>
          <span data-is="down">{`▼ −0,8${NBSP}%`}</span>
        </p>
      }
      note="Blau und Orange lassen sich auch bei einer Farbenfehlsichtigkeit unterscheiden. Pfeil und Vorzeichen stehen immer dabei."
    />
  );
}
