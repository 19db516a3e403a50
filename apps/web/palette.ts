import { readFileSync } from 'node:fs';

const TOKENS = new URL('app/ui/theme/tokens.css', import.meta.url);

type Scheme = 'light' | 'dark';
const SELECTORS: Record<Scheme, string> = {
  light: ':root',
  dark: "[data-mantine-color-scheme='dark']",
};

/** A colour of the pages for what is not a page: icons, pictures, the bar of a phone's browser. */
export function colour(name: string, scheme: Scheme = 'light'): string {
  const css = readFileSync(TOKENS, 'utf8');
  // The first block of a selector is the one for screens.
  const block = css.slice(css.indexOf(`\n${SELECTORS[scheme]} {`)).split('}')[0] ?? '';
  const value = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(block)?.[1];
  if (value === undefined) throw new Error(`tokens.css has no colour --${name} (${scheme})`);
  return value;
}
