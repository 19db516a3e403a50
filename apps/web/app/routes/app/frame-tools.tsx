import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useMay } from '../../lib/session/profile.ts';
import { CommandPalette } from '../../ui/frame/command-palette.tsx';
import { KeyOverview } from '../../ui/frame/key-overview.tsx';
import type { NavGroup } from '../../ui/frame/navigation.tsx';
import { useCommands } from './commands.ts';
import { useCustomerCommands } from './customer-commands.ts';
import { keysOf } from './keys.ts';

/** A new one each time, so that the same can be asked for again. */
export interface AskedTool {
  tool: 'palette' | 'keys';
}

interface FrameToolsProps {
  groups: readonly NavGroup[];
  /** What can be found beside pages and commands, where somebody may look for customers. */
  customerHint: string | undefined;
  onSignOut: () => void;
  asked: AskedTool | undefined;
}

/** The palette of commands and the overview of keys. */
export function FrameTools({ groups, customerHint, onSignOut, asked }: FrameToolsProps) {
  const location = useLocation();
  const may = useMay();
  const [keysOpen, setKeysOpen] = useState(false);
  useEffect(() => {
    if (asked?.tool === 'keys') setKeysOpen(true);
  }, [asked]);
  const showKeys = useCallback(() => setKeysOpen(true), []);
  const customers = useCustomerCommands(customerHint !== undefined);
  const commands = useCommands({ groups, onSignOut, onShowKeys: showKeys });
  return (
    <>
      <CommandPalette
        groups={customers ? [...customers.groups, ...commands] : commands}
        hint={customerHint}
        onQuery={customers?.onQuery}
        nothingFound={customers?.nothingFound}
        opening={asked?.tool === 'palette' ? asked : undefined}
      />
      <KeyOverview groups={keysOf(location, may)} opened={keysOpen} onClose={() => setKeysOpen(false)} />
    </>
  );
}
