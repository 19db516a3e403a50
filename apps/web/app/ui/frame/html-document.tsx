import type { ReactNode } from 'react';
import { KEPT_COLOUR_SCHEME, KEPT_COLOURS } from '../../lib/page/kept-colours.ts';
import { SIGNED_IN_COOKIE } from '../../lib/session/cookies.ts';
import { PlayMoneyBar } from './play-money-bar.tsx';
import { ToastOutlet } from './toast-outlet.tsx';

const { light, dark } = import.meta.env.PAGE_COLOURS;

interface HtmlDocumentProps {
  children: ReactNode;
  /** What the router writes of a page. One that comes without the router finds it written (decision 0064). */
  head?: ReactNode;
  scripts?: ReactNode;
}

/** An inline script sets the colour scheme before React is there, hence an attribute that React finds changed. */
export function HtmlDocument({ children, head, scripts }: HtmlDocumentProps) {
  return (
    <html lang="de" data-mantine-color-scheme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={dark} media="(prefers-color-scheme: dark)" />
        <ColorSchemeScript />
        {head}
      </head>
      <body>
        <PlayMoneyBar />
        {children}
        <ToastOutlet />
        {scripts}
      </body>
    </html>
  );
}

const SCRIPT = `(() => {
  const device = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let kept = null;
    let colours = null;
    try {
      kept = localStorage.getItem('${KEPT_COLOUR_SCHEME}');
      colours = localStorage.getItem('${KEPT_COLOURS}');
    } catch {}
    const scheme = kept === 'light' || kept === 'dark' ? kept : device.matches ? 'dark' : 'light';
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
    if (colours !== null) document.documentElement.setAttribute('data-colours', colours);
  };
  apply();
  document.documentElement.toggleAttribute('data-signed-in', document.cookie.split('; ').includes('${SIGNED_IN_COOKIE}=1'));
  device.addEventListener('change', apply);
  addEventListener('storage', apply);
})();`;

/**
 * Sets the colour scheme and the colours of gains and losses before the first paint, and keeps them, on pages without
 * Mantine too; and says whether somebody is signed in. Its hash is in the policy.
 */
function ColorSchemeScript() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; React offers no other way to an inline script
  return <script dangerouslySetInnerHTML={{ __html: SCRIPT }} />;
}
