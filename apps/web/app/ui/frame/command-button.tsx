import { clsx } from 'clsx';
import { MODIFIER_KEY } from '../../lib/page/keyboard.ts';
import { Icon } from '../icon/icon.tsx';
import { IconSearch } from '../icon/icons.ts';

const BUTTON = clsx(
  'inline-flex items-center gap-2 h-11 px-3 border border-border rounded-control text-muted text-[14px]',
  'whitespace-nowrap cursor-pointer [&_svg]:flex-none',
  'hover:border-control hover:text-text @max-[860.02px]:justify-center @max-[860.02px]:w-11',
  '@max-[860.02px]:p-0',
);
const BUTTON_LABEL = clsx(
  'overflow-hidden text-ellipsis @max-[860.02px]:absolute @max-[860.02px]:size-px',
  '@max-[860.02px]:[clip-path:inset(50%)]',
);

interface CommandButtonProps {
  label?: string | undefined;
  onEarly: () => void;
  onClick: () => void;
}

/** In the top bar: says that there is a search, and by which keys. */
export function CommandButton({ label = 'Suchen', onEarly, onClick }: CommandButtonProps) {
  return (
    <button
      type="button"
      className={BUTTON}
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={onEarly}
      onFocus={onEarly}
      onClick={onClick}
    >
      <Icon as={IconSearch} size={16} />
      <span className={BUTTON_LABEL}>{label}</span>
      <kbd className="py-0 px-1.5 border border-border rounded-[4px] [font-family:inherit] text-[12px]/4.5 @max-[860.02px]:hidden">{`${MODIFIER_KEY} K`}</kbd>
    </button>
  );
}
