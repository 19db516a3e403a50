import { clsx } from 'clsx';
import type { ReactNode, Ref } from 'react';

/** As high as a finger in its line, though the box is smaller. */
const TOKEN = clsx(
  'relative inline-flex items-baseline gap-1 my-1 min-h-8 px-2 py-1 rounded-[6px] bg-primary-soft text-primary font-620 text-left cursor-pointer',
  'leading-6 max-md:text-[15px] [&>svg]:self-center',
  'after:absolute after:inset-x-0 after:-inset-y-1.5 hover:bg-border',
  'aria-expanded:outline-2 aria-expanded:outline-primary aria-expanded:bg-surface',
  'data-[look=none]:border data-[look=none]:border-dashed data-[look=none]:border-control data-[look=none]:bg-transparent',
  'data-[look=none]:text-muted data-[look=none]:font-550',
  'data-[look=bad]:bg-transparent data-[look=bad]:border data-[look=bad]:border-down data-[look=bad]:text-down',
);

interface TokenProps {
  /** `none`: something that the rule does not have; `bad`: something that is wrong. */
  look?: 'plain' | 'none' | 'bad';
  /** Below its line, where it opens one; else it acts at once. */
  editor?: { id: string; isOpen: boolean };
  /** Where its words do not say what it does. */
  label?: string;
  disabled?: boolean;
  ref?: Ref<HTMLButtonElement> | undefined;
  onPress: () => void;
  children: ReactNode;
}

/** A word of a sentence that can be changed. Left and right go to its neighbours in the sheet, as in a text. */
export function Token({ look = 'plain', editor, label, disabled, ref, onPress, children }: TokenProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={TOKEN}
      data-token
      data-look={look}
      aria-label={label}
      aria-expanded={editor?.isOpen}
      aria-controls={editor?.isOpen ? editor.id : undefined}
      disabled={disabled}
      onClick={onPress}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (step === 0) return;
        event.preventDefault();
        const sheet = event.currentTarget.closest('[data-rule-sheet]');
        const tokens = [...(sheet?.querySelectorAll<HTMLElement>('[data-token]:not(:disabled)') ?? [])];
        tokens[tokens.indexOf(event.currentTarget) + step]?.focus();
      }}
    >
      {children}
    </button>
  );
}
