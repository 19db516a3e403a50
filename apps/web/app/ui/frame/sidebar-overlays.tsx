import { Drawer, Tooltip } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { useOpenedAfterMount } from '../overlay/overlay-parts.tsx';
import { MantineFrame } from '../theme/mantine-frame.tsx';
import { Brand } from './brand.tsx';

interface SidebarDrawerProps {
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A drawer of 18rem at the left. */
export function SidebarDrawer({ opened, onClose, children }: SidebarDrawerProps) {
  return (
    <MantineFrame>
      <Drawer
        opened={useOpenedAfterMount(opened)}
        onClose={onClose}
        position="left"
        size="18rem"
        title={<Brand />}
        classNames={{
          content:
            'bg-surface border border-control flex flex-col h-full max-w-[100vw] [border-width:0_1px_0_0]',
          inner: 'top-(--play-bar-height)! bottom-0 h-auto!',
          overlay: 'top-(--play-bar-height)',
          header: 'flex-none min-h-15 py-3 pr-3 pl-(--pad) border-b border-border bg-surface',
          close: '[--cb-icon-size:22px] size-11 min-w-11 text-muted',
          body: 'flex-1 p-0 flex flex-col',
        }}
      >
        {children}
      </Drawer>
    </MantineFrame>
  );
}

/** The words of an icon, for the eye; it has its accessible name itself. */
export function SidebarTooltip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <MantineFrame>
      <Tooltip label={label} position="right">
        {children}
      </Tooltip>
    </MantineFrame>
  );
}
