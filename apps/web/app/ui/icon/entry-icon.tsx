import { Icon, type IconShape } from './icon.tsx';
import { IconArrowBarToDown, IconArrowBarUp, IconPencil, IconPlayerPlay, IconPlayerStop } from './icons.ts';

/** What moved the money; the same icon in charts, rows and buttons. */
export type EntryKind = 'deposit' | 'withdrawal' | 'correction' | 'manual' | 'start' | 'stop';

export const ENTRY_ICONS: Record<EntryKind, IconShape> = {
  deposit: IconArrowBarToDown,
  withdrawal: IconArrowBarUp,
  correction: IconPencil,
  manual: IconPencil,
  start: IconPlayerPlay,
  stop: IconPlayerStop,
};

export const ENTRY_WORDS: Record<EntryKind, string> = {
  deposit: 'Einzahlung',
  withdrawal: 'Auszahlung',
  correction: 'Korrektur',
  manual: 'Manuelle Rendite',
  start: 'Start',
  stop: 'Ende',
};

export function EntryIcon({ kind, size = 16 }: { kind: EntryKind; size?: number }) {
  return <Icon as={ENTRY_ICONS[kind]} size={size} />;
}
