import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import 'virtual:mantine-variables.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme } from './theme.ts';

interface MantineFrameProps {
  /** Whether the colour scheme may be changed from within. Only one frame at a time may; the others just look like it. */
  setsColorScheme?: boolean;
  children: ReactNode;
}

/**
 * What Mantine's components need around them. It stands around the app and around the few parts of public pages that are
 * loaded when somebody needs them, not at the root: a visitor reads public pages without loading Mantine.
 */
export function MantineFrame({ setsColorScheme = false, children }: MantineFrameProps) {
  return (
    <MantineProvider
      theme={theme}
      // A file has them, see `mantine-variables.ts`; the classes by width of screen are not used.
      withCssVariables={false}
      withGlobalClasses={false}
      defaultColorScheme="auto"
      getRootElement={setsColorScheme ? theDocument : nothing}
    >
      {children}
    </MantineProvider>
  );
}

const theDocument = () => document.documentElement;
const nothing = () => undefined;
