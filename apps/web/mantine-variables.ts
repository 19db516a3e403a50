import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { cssVariables, theme } from './app/ui/theme/theme.ts';

const NAME = 'virtual:mantine-variables.css';
const RESOLVED = `\0${NAME}`;

/**
 * The theme's variables as a file. Mantine would write them into every page as a style element, which the content security
 * policy forbids: whoever could add one to a page could read secrets from it by its selectors.
 */
export function mantineVariables(): Plugin {
  return {
    name: 'mantine-variables',
    resolveId: (id) => (id === NAME ? RESOLVED : null),
    load: (id) => (id === RESOLVED ? variables() : null),
  };
}

/** What Mantine itself would write. Throws when that is no longer one style element. */
function variables(): string {
  const frame = { theme, cssVariablesResolver: cssVariables, withGlobalClasses: false, children: null };
  const [, css] = /^<style[^>]*>([^<]+)<\/style>$/.exec(
    renderToStaticMarkup(createElement(MantineProvider, frame)),
  ) ?? [undefined, undefined];
  if (css === undefined)
    throw new Error('Mantine writes its variables in another way: look at MantineProvider');
  return css;
}
