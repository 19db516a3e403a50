import { type KeyboardEvent, useEffect, useRef } from 'react';
import classes from './canned-picker.module.css';
import type { CannedReply } from './canned-replies.ts';

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
      className={classes.list}
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
          className={classes.option}
          role="option"
          aria-selected={index === current}
          // The press must not take the focus out of the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(reply)}
        >
          <span className={classes.name}>
            {reply.label} <span className={classes.slash}>/{reply.name}</span>
          </span>
          <span className={classes.text}>{reply.text}</span>
        </div>
      ))}
    </div>
  );
}
