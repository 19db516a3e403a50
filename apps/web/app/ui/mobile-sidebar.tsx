import { Drawer } from '@mantine/core';
import { useWayBackCloses } from '../lib/way-back.ts';
import { Brand } from './brand.tsx';
import type { NavGroup } from './navigation.ts';
import classes from './overlay.module.css';
import { SidebarNav } from './sidebar-nav.tsx';

interface MobileSidebarProps {
  groups: readonly NavGroup[];
  opened: boolean;
  onClose: () => void;
}

/** The sidebar on phones: a drawer of 18rem, opened by „Mehr“ or Ctrl/Cmd+B, closed by every navigation. */
export function MobileSidebar({ groups, opened, onClose }: MobileSidebarProps) {
  useWayBackCloses(opened, onClose);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="left"
      size="18rem"
      title={<Brand />}
      classNames={{
        content: `${classes.content} ${classes.drawer} ${classes.left}`,
        inner: classes.drawerInner ?? '',
        overlay: classes.overlay ?? '',
        header: classes.header ?? '',
        close: classes.close ?? '',
        body: classes.body ?? '',
      }}
    >
      <SidebarNav groups={groups} onNavigate={onClose} />
    </Drawer>
  );
}
