import { IconMessage } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { Icon } from '../../ui/icon.tsx';
import classes from './support.module.css';

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
      className={classes.panel}
      role="dialog"
      aria-modal={modal || undefined}
      aria-label="Support-Chat"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onEscape();
      }}
    >
      <header className={classes.head}>
        <span className={classes.mark}>
          <Icon as={IconMessage} size={16} />
        </span>
        <div>
          <h2 className={classes.title}>Support</h2>
          {partner !== undefined && <p className={classes.partner}>{partner}</p>}
        </div>
        {buttons}
      </header>
      {children}
    </section>
  );
}
