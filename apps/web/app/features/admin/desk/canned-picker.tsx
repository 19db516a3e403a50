import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { CannedReply } from './canned-replies.ts';

const LIST = clsx(
  'absolute right-(--pad) bottom-full left-(--pad) z-5 max-h-[min(20rem,45dvh)] -mb-1 p-1',
  'overflow-y-auto overscroll-contain border border-control rounded-control bg-surface',
);
const OPTION = clsx(
  'grid gap-0.5 min-h-11 py-2 px-3 rounded-[6px] text-sm cursor-pointer',
  'hover:bg-bg aria-selected:bg-primary-soft aria-selected:[box-shadow:inset_3px_0_0_var(--primary)]',
);

interface CannedPickerProps {
  id: string;
  replies: readonly CannedReply[];
  /** Where the keyboard stands; the focus stays in the reply field. */
  current: number;
  onChoose: (reply: CannedReply) => void;
  /** The keys of the list, wherever the focus is. */
  onKeys: (event: KeyboardEvent) => void;
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** The canned replies above the reply field, chosen by arrow keys and Enter or by a press. */
export function CannedPicker({ id, replies, current, onChoose, onKeys }: CannedPickerProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelectorAll('[role="option"]')[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <div
      ref={list}
      id={id}
      className={LIST}
      role="listbox"
      aria-label="Textbausteine"
      aria-activedescendant={optionId(id, current)}
      // What scrolls has to be reachable by keys.
      tabIndex={0}
      data-mantine-stop-propagation
      onKeyDown={onKeys}
    >
      {replies.map((reply, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the current option.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
        <div
          key={reply.name}
          id={optionId(id, index)}
          className={OPTION}
          role="option"
          aria-selected={index === current}
          // The press must not take the focus out of the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(reply)}
        >
          <span className="font-620">
            {reply.label} <span className="font-book text-muted">/{reply.name}</span>
          </span>
          <span className="overflow-hidden text-ellipsis whitespace-nowrap text-muted">{reply.text}</span>
        </div>
      ))}
    </div>
  );
}
