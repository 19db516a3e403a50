import { Modal } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { useIsPhone } from '../../lib/page/device.ts';
import { toast } from '../../lib/page/toast.ts';
import { MantineFrame } from '../theme/mantine-frame.tsx';
import {
  OVERLAY_CLASSES,
  OVERLAY_FOOT,
  OverlayTitle,
  useIsTopDialog,
  useOpenedAfterMount,
} from './overlay-parts.tsx';

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Beside the title, e.g. the risk mark. */
  note?: ReactNode;
  foot?: ReactNode;
  size?: string | undefined;
  /** Content that brings its own padding. */
  flush?: boolean | undefined;
  /** All of the window, not on phones only: it holds a page's worth. */
  fullScreen?: boolean | undefined;
  /** Opened from another dialog, which stays. */
  above?: boolean | undefined;
  /** The address says that it is open, and the way back changes the address; see `OPENING`. */
  inAddress?: boolean | undefined;
  /** It is gone from the screen. Where it was opened from may be gone as well: a place for the focus to go instead. */
  onClosed?: (() => void) | undefined;
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  children: ReactNode;
}

/** Full screen on phones means below the play-money bar. */
const FULL_SCREEN = 'flex flex-col h-[calc(100dvh_-_var(--play-bar-height))]! max-h-none border-0';
/** Drawer and dialog: a border and a dimmed page, no shadow; below the play-money bar, which stays readable. */
const INNER = 'top-(--play-bar-height)!';

/** Over Mantine's dialogs, which stand at 200, and under the play-money bar. */
const Z_INDEX_ABOVE = 205;

export function DialogWindow(props: DialogProps) {
  const { opened, onClose, title, note, foot, size = '40rem', flush, above, onClosed, children } = props;
  const isFull = useIsPhone() || props.fullScreen === true;
  const isTop = useIsTopDialog(opened);
  // What was said before it was opened would lie on its title.
  useEffect(() => {
    if (opened && isFull) toast.clear();
  }, [opened, isFull]);
  return (
    <MantineFrame>
      <Modal
        opened={useOpenedAfterMount(opened)}
        onClose={onClose}
        closeOnEscape={isTop}
        {...(above && { zIndex: Z_INDEX_ABOVE })}
        {...(onClosed && { onExitTransitionEnd: onClosed })}
        {...(props.onKeyDown && { onKeyDown: props.onKeyDown })}
        size={size}
        fullScreen={isFull}
        radius={isFull ? 0 : 'lg'}
        title={<OverlayTitle note={note}>{title}</OverlayTitle>}
        classNames={{
          ...OVERLAY_CLASSES,
          content: `bg-surface border border-control ${isFull ? FULL_SCREEN : ''}`,
          inner: INNER,
          title: 'text-lg tracking-[-0.01em] font-bold',
        }}
      >
        {flush ? (
          children
        ) : (
          <div className="flex-1 grid grid-cols-1 content-start gap-5 py-5 px-(--pad)">{children}</div>
        )}
        {foot && (
          <div className={OVERLAY_FOOT} data-confirm>
            {foot}
          </div>
        )}
      </Modal>
    </MantineFrame>
  );
}
