import { Drawer as MantineDrawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWayBackCloses } from '../lib/way-back.ts';
import classes from './overlay.module.css';
import { OVERLAY_CLASSES, OverlayTitle } from './overlay-title.tsx';
import { useIsTopDialog } from './use-is-top-dialog.ts';
import { useOpenedAfterMount } from './use-opened-after-mount.ts';

interface DrawerProps {
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

export function Drawer(props: DrawerProps) {
  const { opened, onClose, title, note, foot, inAddress, size = '32rem', children } = props;
  const isTop = useIsTopDialog(opened);
  useWayBackCloses(opened && !inAddress, onClose);
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
      <div className={classes.scroll}>{children}</div>
      {foot && <div className={classes.foot}>{foot}</div>}
    </MantineDrawer>
  );
}
