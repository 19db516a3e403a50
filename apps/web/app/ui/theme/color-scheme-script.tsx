import { KEPT_COLOURS } from '../../lib/page/kept-colours.ts';

/** Where Mantine keeps the choice of the settings page: `light`, `dark` or `auto`. */
const KEPT_AS = 'mantine-color-scheme-value';

const SCRIPT = `(() => {
  const device = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let kept = null;
    let colours = null;
    try {
      kept = localStorage.getItem('${KEPT_AS}');
      colours = localStorage.getItem('${KEPT_COLOURS}');
    } catch {}
    const scheme = kept === 'light' || kept === 'dark' ? kept : device.matches ? 'dark' : 'light';
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
    if (colours !== null) document.documentElement.setAttribute('data-colours', colours);
  };
  apply();
  device.addEventListener('change', apply);
  addEventListener('storage', apply);
})();`;

/**
 * Sets the colour scheme and the colours of gains and losses before the first paint, and keeps them, on pages without
 * Mantine too. Its hash is in the policy.
 */
export function ColorSchemeScript() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; React offers no other way to an inline script
  return <script dangerouslySetInnerHTML={{ __html: SCRIPT }} />;
}
