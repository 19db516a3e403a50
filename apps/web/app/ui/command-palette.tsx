import '@mantine/spotlight/styles.layer.css';
import { Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import classes from './command-palette.module.css';
import { Icon, type IconShape } from './icon.tsx';

export interface Command {
  id: string;
  label: string;
  /** Other words that people look for. */
  keywords?: string | undefined;
  icon: IconShape;
  run: () => void;
}

export interface CommandGroup {
  label: string;
  commands: readonly Command[];
}

/** Opened by Ctrl/Cmd+K from anywhere, also from within a field. Arrow keys choose, Enter runs, Escape closes. */
export function CommandPalette({ groups }: { groups: readonly CommandGroup[] }) {
  return (
    <Spotlight
      title="Suchen"
      shortcut="mod + K"
      tagsToIgnore={[]}
      triggerOnContentEditable
      highlightQuery
      scrollable
      maxHeight="min(28rem, 70dvh)"
      radius="lg"
      nothingFound="Nichts gefunden"
      searchProps={{
        placeholder: 'Seite oder Befehl suchen',
        'aria-label': 'Seite oder Befehl suchen',
        leftSection: <Icon as={IconSearch} size={18} />,
      }}
      classNames={{
        inner: classes.inner ?? '',
        overlay: classes.overlay ?? '',
        content: classes.content ?? '',
        // Its name for assistive technology; on the screen the field says enough.
        header: 'vh',
        search: classes.search ?? '',
        actionsList: classes.list ?? '',
        actionsGroup: classes.group ?? '',
        action: classes.action ?? '',
        actionLabel: classes.label ?? '',
        empty: classes.empty ?? '',
      }}
      actions={groups.map(({ label, commands }) => ({
        group: label,
        actions: commands.map((command) => ({
          id: command.id,
          label: command.label,
          keywords: command.keywords ?? '',
          leftSection: <Icon as={command.icon} size={18} />,
          onClick: command.run,
        })),
      }))}
    />
  );
}

/** In the top bar: says that there is a search, and by which keys. */
export function CommandButton() {
  return (
    <button
      type="button"
      className={classes.button}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => Spotlight.open()}
    >
      <Icon as={IconSearch} size={16} />
      Suchen
      <kbd className={classes.keys}>Strg K</kbd>
    </button>
  );
}
