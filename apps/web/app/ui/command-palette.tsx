import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { MODIFIER_KEY } from '../lib/keys.ts';
import { useWayBackCloses } from '../lib/way-back.ts';
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

interface CommandPaletteProps {
  groups: readonly CommandGroup[];
  /** What can be found. */
  hint?: string | undefined;
  /** Told of what is typed, for commands that come from a search elsewhere. */
  onQuery?: ((text: string) => void) | undefined;
  nothingFound?: string | undefined;
}

const [store, palette] = createSpotlight();

/** The library selects the first command when somebody types; what a search brings later has to be selected by hand. */
function selectFirst(): void {
  const { opened, listId, query } = store.getState();
  const list = opened && query !== '' && listId !== '' ? document.getElementById(listId) : null;
  if (!list || list.querySelector('[data-selected]')) return;
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

const HINT = 'Seite oder Befehl suchen';

/** Opened by Ctrl/Cmd+K from anywhere, also from within a field. Arrow keys choose, Enter runs, Escape closes. */
export function CommandPalette({ groups, hint = HINT, onQuery, nothingFound }: CommandPaletteProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: commands that came later are not selected by the library.
  useEffect(selectFirst, [groups]);
  useWayBackCloses(useSpotlight(store).opened, palette.close);
  return (
    <Spotlight
      store={store}
      {...(onQuery && { onQueryChange: onQuery })}
      title="Suchen"
      shortcut="mod + K"
      tagsToIgnore={[]}
      triggerOnContentEditable
      highlightQuery
      scrollable
      maxHeight="min(28rem, 70dvh)"
      // The field stays where it is while the list below it grows and shrinks.
      centered={false}
      radius="lg"
      nothingFound={nothingFound ?? 'Nichts gefunden'}
      searchProps={{
        placeholder: hint,
        'aria-label': hint,
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
        actionSection: classes.section ?? '',
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
export function CommandButton({ label = 'Suchen' }: { label?: string | undefined }) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={palette.open}
    >
      <Icon as={IconSearch} size={16} />
      <span className={classes.buttonLabel}>{label}</span>
      <kbd className={classes.keys}>{`${MODIFIER_KEY} K`}</kbd>
    </button>
  );
}
