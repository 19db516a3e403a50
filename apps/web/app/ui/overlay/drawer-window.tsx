import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { MantineFrame } from '../theme/mantine-frame.tsx';
import {
  OVERLAY_CLASSES,
  OVERLAY_FOOT,
  OverlayTitle,
  useIsTopDialog,
  useOpenedAfterMount,
} from './overlay-parts.tsx';

export interface DrawerProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  note?: ReactNode;
  foot?: ReactNode;
  /** As `Dialog` has it. */
  inAddress?: boolean | undefined;
  /** Width on wide screens; phones always get the full width. */
  size?: string | undefined;
  children: ReactNode;
}

export function DrawerWindow(props: DrawerProps) {
  const { opened, onClose, title, note, foot, size = '32rem', children } = props;
  const isTop = useIsTopDialog(opened);
  return (
    <MantineFrame>
      <Drawer
        opened={useOpenedAfterMount(opened)}
        onClose={onClose}
        closeOnEscape={isTop}
        size={size}
        title={<OverlayTitle note={note}>{title}</OverlayTitle>}
        classNames={{
          ...OVERLAY_CLASSES,
          content:
            'bg-surface border border-control flex flex-col h-full max-w-[100vw] [border-width:0_0_0_1px]',
          inner: 'top-(--play-bar-height)! bottom-0 h-auto!',
          title: 'text-base font-bold',
        }}
      >
        <div className="flex-1 grid grid-cols-1 content-start gap-5 py-5 px-(--pad)">{children}</div>
        {foot && <div className={OVERLAY_FOOT}>{foot}</div>}
      </Drawer>
    </MantineFrame>
  );
}
