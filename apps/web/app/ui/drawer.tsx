import { Drawer as MantineDrawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogNesting, useDialogNesting } from './dialog-nesting.ts';
import classes from './overlay.module.css';
import { OVERLAY_CLASSES, OverlayTitle } from './overlay-title.tsx';
import { useOpenedAfterMount } from './use-opened-after-mount.ts';

interface DrawerProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  note?: ReactNode;
  foot?: ReactNode;
  /** Width on wide screens; phones always get the full width. */
  size?: string | undefined;
  children: ReactNode;
}

export function Drawer({ opened, onClose, title, note, foot, size = '32rem', children }: DrawerProps) {
  const { isTop, count } = useDialogNesting(opened);
  return (
    <MantineDrawer
      opened={useOpenedAfterMount(opened)}
      onClose={onClose}
      closeOnEscape={isTop}
      size={size}
      title={<OverlayTitle note={note}>{title}</OverlayTitle>}
      classNames={{
        ...OVERLAY_CLASSES,
        content: `${classes.content} ${classes.drawer}`,
        inner: classes.drawerInner ?? '',
        title: classes.title ?? '',
      }}
    >
      <DialogNesting value={count}>
        <div className={classes.scroll}>{children}</div>
        {foot && <div className={classes.foot}>{foot}</div>}
      </DialogNesting>
    </MantineDrawer>
  );
}
