import { clsx } from 'clsx';
import type { ReactNode, Ref } from 'react';
import { Icon } from '../../ui/icon/icon.tsx';
import { IconMessage } from '../../ui/icon/icons.ts';

const PANEL = clsx(
  'fixed right-6 bottom-6 z-120 flex flex-col w-[25rem]',
  'h-[min(44rem,calc(100dvh_-_var(--play-bar-height)_-_48px))] overflow-hidden border border-control',
  'rounded-box bg-surface max-md:top-(--play-bar-height) max-md:right-0',
  'max-md:bottom-[calc(var(--bottom-nav)_+_env(safe-area-inset-bottom))] max-md:left-0 max-md:z-105',
  'max-md:size-auto max-md:border-0 max-md:rounded-none',
  'print:hidden',
);
const HEAD = clsx(
  'flex items-center flex-none gap-3 min-h-17 py-2 pr-2 pl-5 border-b border-border',
  '[&>div]:flex-1 [&>div]:min-w-0',
);

interface ChatWindowProps {
  ref?: Ref<HTMLElement> | undefined;
  /** On phones it covers the page. */
  modal?: boolean | undefined;
  /** Who answers. */
  partner?: string | undefined;
  buttons: ReactNode;
  onEscape: () => void;
  children: ReactNode;
}

/** The frame of the chat, whatever is in it. */
export function ChatWindow({ ref, modal, partner, buttons, onEscape, children }: ChatWindowProps) {
  return (
    <section
      ref={ref}
      className={PANEL}
      role="dialog"
      aria-modal={modal || undefined}
      aria-label="Support-Chat"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onEscape();
      }}
    >
      <header className={HEAD}>
        <span className="inline-flex items-center justify-center flex-none size-8 border border-border rounded-[50%] text-muted">
          <Icon as={IconMessage} size={16} />
        </span>
        <div>
          <h2 className="text-base font-bold">Support</h2>
          {partner !== undefined && <p className="text-xs text-muted">{partner}</p>}
        </div>
        {buttons}
      </header>
      {children}
    </section>
  );
}
