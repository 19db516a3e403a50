import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { Panel } from '../../ui/panel.tsx';
import { Segments } from '../../ui/tabs.tsx';
import classes from './settings.module.css';

const THEMES: readonly { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Hell' },
  { value: 'dark', label: 'Dunkel' },
  { value: 'auto', label: 'Wie das Gerät' },
];

/** Kept in this browser: a dark phone says nothing about the screen at the desk. */
export function ThemePanel() {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <Panel title="Darstellung">
      <div className={classes.block}>
        <Segments label="Darstellung" options={THEMES} value={colorScheme} onChange={setColorScheme} />
        <p className="small muted">
          Gilt sofort und nur in diesem Browser, auch auf den öffentlichen Seiten.
        </p>
      </div>
    </Panel>
  );
}
