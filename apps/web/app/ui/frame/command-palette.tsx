import '../theme/mantine-app.css';
import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { clsx } from 'clsx';
import { useEffect } from 'react';
import { useWayBackCloses } from '../../lib/url/way-back.ts';
import { Icon, type IconShape } from '../icon/icon.tsx';
import { IconSearch } from '../icon/icons.ts';
import { MantineFrame } from '../theme/mantine-frame.tsx';

/** Within the window, which cuts off what is drawn around the field. */
const SEARCH = clsx(
  'h-14 text-text text-[16px] focus-visible:-outline-offset-4',
  'placeholder:text-muted placeholder:opacity-100',
);
/** Signs and names stand below those of the field. */
const SECTION = 'me-3 group-data-selected/action:text-primary group-data-selected/action:opacity-100';
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
  /** Another one opens it. */
  opening: unknown;
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

/** Arrow keys choose, Enter runs, Escape closes. */
export function CommandPalette({ groups, hint = HINT, onQuery, nothingFound, opening }: CommandPaletteProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: commands that came later are not selected by the library.
  useEffect(selectFirst, [groups]);
  useEffect(() => {
    if (opening !== undefined) palette.open();
  }, [opening]);
  useWayBackCloses(useSpotlight(store).opened, palette.close);
  return (
    <MantineFrame>
      <Spotlight
        store={store}
        {...(onQuery && { onQueryChange: onQuery })}
        title="Suchen"
        shortcut={null}
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
          inner: 'top-(--play-bar-height)!',
          overlay: 'top-(--play-bar-height)',
          content: 'bg-surface border border-control',
          // Its name for assistive technology; on the screen the field says enough.
          header: 'vh',
          search: SEARCH,
          actionsList: 'border-border',
          actionsGroup:
            'mt-2 before:text-muted before:text-[12px]/4.5 before:font-medium before:normal-case before:ps-3.5',
          action:
            'group/action min-h-11 py-0 px-3.5 rounded-control data-selected:bg-primary-soft data-selected:text-text',
          actionSection: SECTION,
          actionLabel: 'text-md [&_mark]:bg-transparent [&_mark]:text-primary [&_mark]:font-bold',
          empty: 'py-6 px-(--pad) text-muted',
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
    </MantineFrame>
  );
}
