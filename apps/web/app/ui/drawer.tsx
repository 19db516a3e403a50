import { Drawer as MantineDrawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogNesting, useDialogNesting } from './dialog-nesting.ts';
import classes from './overlay.module.css';
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
      title={
        <>
          {title}
          {note && <span className={classes.note}>{note}</span>}
        </>
      }
      classNames={{
        content: `${classes.content} ${classes.drawer}`,
        inner: classes.drawerInner ?? '',
        overlay: classes.overlay ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
        close: classes.close ?? '',
        body: classes.body ?? '',
      }}
    >
      <DialogNesting value={count}>
        <div className={classes.scroll}>{children}</div>
        {foot && <div className={classes.foot}>{foot}</div>}
      </DialogNesting>
    </MantineDrawer>
  );
}
