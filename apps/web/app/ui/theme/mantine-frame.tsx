import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import 'virtual:mantine-variables.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { theme } from './theme.ts';

interface MantineFrameProps {
  children: ReactNode;
}

/**
 * What Mantine's components need around them. It stands around each part that is loaded when somebody needs it, not at the
 * root: a page is drawn without Mantine.
 */
export function MantineFrame({ children }: MantineFrameProps) {
  return (
    <MantineProvider
      theme={theme}
      // A file has them, see `mantine-variables.ts`; the classes by width of screen are not used.
      withCssVariables={false}
      withGlobalClasses={false}
      defaultColorScheme="auto"
      // The scheme is chosen elsewhere, see `colour-scheme.ts`.
      getRootElement={nothing}
    >
      {children}
    </MantineProvider>
  );
}

const nothing = () => undefined;
