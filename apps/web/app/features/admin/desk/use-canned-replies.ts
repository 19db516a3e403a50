import { type KeyboardEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  type CannedFacts,
  type CannedReply,
  cannedReplies,
  findCanned,
  type Inserted,
  insertBetween,
  slashAt,
} from './canned-replies.ts';

interface CannedInput {
  field: RefObject<HTMLTextAreaElement | null>;
  draft: string;
  facts: CannedFacts;
  enabled: boolean;
  change: (text: string) => void;
}

/** The list of canned replies that a slash in the reply field opens, with its keys. */
export function useCannedReplies({ field, draft, facts, enabled, change }: CannedInput) {
  const [caret, setCaret] = useState(0);
  /** Where the slash stands whose list was closed by Escape. */
  const [dismissedAt, setDismissedAt] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const caretAfter = useRef<number | null>(null);
  const replies = useMemo(() => cannedReplies(facts), [facts]);

  const slash = enabled ? slashAt(draft, Math.min(caret, draft.length)) : null;
  const found = slash === null ? [] : findCanned(replies, slash.query);
  const open = slash !== null && slash.from !== dismissedAt && found.length > 0;
  const current = Math.min(chosen, Math.max(0, found.length - 1));

  // Setting the value moves the caret to the end; it belongs behind what was put in.
  useLayoutEffect(() => {
    const box = field.current;
    if (caretAfter.current === null || !box) return;
    box.focus();
    box.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = null;
  });

  const place = ({ text, caret: at }: Inserted) => {
    caretAfter.current = at;
    setCaret(at);
    setDismissedAt(null);
    setChosen(0);
    change(text);
  };
  const choose = (reply: CannedReply) => {
    if (slash) place(insertBetween(draft, slash.from, slash.to, reply.text));
  };
  const look = () => {
    const at = field.current?.selectionEnd ?? 0;
    if (at === caret) return;
    setCaret(at);
    setChosen(0);
    if (slashAt(field.current?.value ?? '', at) === null) setDismissedAt(null);
  };
  /** Whether the key was one of the list's. */
  const press = (event: KeyboardEvent): boolean => {
    if (!open || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
    const reply = found[current];
    if (event.key === 'ArrowDown') setChosen((current + 1) % found.length);
    else if (event.key === 'ArrowUp') setChosen((current - 1 + found.length) % found.length);
    else if (event.key === 'Enter' && reply) choose(reply);
    else if (event.key === 'Escape') setDismissedAt(slash.from);
    else return false;
    event.preventDefault();
    return true;
  };
  return { open, found, current, choose, look, press, place };
}
