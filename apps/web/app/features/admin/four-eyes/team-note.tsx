import { FOUR_EYES } from '@botdepot/contract';
import { type ReactNode, useRef, useState } from 'react';
import { lengthProblem } from '../../../lib/form/text-length.ts';
import { TextAreaField } from '../../../ui/form/field.tsx';

export const NOTE_TO_SECOND = 'Notiz für die zweite Person';

export interface TeamNote {
  /** @param frozen sent, perhaps: until that is known, the same words go out again. */
  field: (frozen?: boolean) => ReactNode;
  /** What was written, when it can go out; else null, and the field says why. */
  take: () => string | null;
}

/** What one admin writes to another, who cannot do without it. Customers never read it. */
export function useTeamNote(
  label = NOTE_TO_SECOND,
  { help, focus }: { help?: string | undefined; focus?: boolean | undefined } = {
    help: 'Was haben Sie geprüft? Der Kunde liest das nicht.',
  },
): TeamNote {
  const [text, setText] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const note = text.trim();
  const isMissing = note.length < FOUR_EYES.noteMinLength;
  const tooLong = lengthProblem(text, FOUR_EYES.noteLength);
  return {
    field: (frozen) => (
      <TextAreaField
        label={label}
        help={help}
        problem={wasSent && isMissing ? 'Bitte schreiben Sie kurz, warum.' : tooLong}
        rows={2}
        ref={input}
        value={text}
        readOnly={frozen}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus={focus || undefined}
      />
    ),
    take: () => {
      setWasSent(true);
      if (!isMissing && tooLong === null) return note;
      // It may lie beyond what the dialog shows.
      input.current?.focus();
      return null;
    },
  };
}
