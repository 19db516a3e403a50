// What looks at the pages finds what is planted on one, in the theme and at the width where it is to be seen, and nothing else.
import { expect } from '@playwright/test';
import { test } from './app-test.ts';
import { checkAll } from './check-pages.ts';
import { findEnglish } from './english-words.ts';

const DARK = '@media (prefers-color-scheme: dark)';
const PHONE = '@media (max-width: 767px)';

/** A page as ours are: themed by the device, and saying so at its root. */
const pageWith = (fault: string) => `<!doctype html>
<html lang="de">
  <head>
    <title>Eine Seite</title>
    <style>
      body { background: #fff; color: #000; }
      a { color: #0000ee; }
      ${DARK} { body { background: #000; color: #fff; } a { color: #aabbff; } }
    </style>
    <script>
      {
        const dark = matchMedia('(prefers-color-scheme: dark)');
        const tell = () => { document.documentElement.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light'; };
        dark.addEventListener('change', tell);
        tell();
      }
    </script>
  </head>
  <body><main><h1>Eine Seite</h1>${fault}</main></body>
</html>`;

const button = (size: number) => `button { width: ${size}px; height: ${size}px; padding: 0; border: 0; }`;

const PLANTED: { what: string; html: string; wide: string[]; narrow: string[] }[] = [
  { what: 'nothing', html: '<p>Alles <a href="#hier">in Ordnung</a>.</p>', wide: [], narrow: [] },
  {
    what: 'pale text in light',
    html: `<style>p { color: #bbb; }</style><p>Blass</p>`,
    wide: ['light: color-contrast'],
    narrow: ['light: color-contrast'],
  },
  {
    what: 'pale text in dark',
    html: `<style>${DARK} { p { color: #444; } }</style><p>Blass</p>`,
    wide: ['dark: color-contrast'],
    narrow: ['dark: color-contrast'],
  },
  {
    what: 'pale text in dark, on a phone',
    html: `<style>${DARK} and (max-width: 767px) { p { color: #444; } }</style><p>Blass</p>`,
    wide: [],
    narrow: ['dark: color-contrast'],
  },
  {
    what: 'a link that only its colour tells from the text, in dark',
    html: `<style>${DARK} { a { color: #ddeeff; text-decoration: none; } }</style>
      <p>Ein langer Satz, in dem <a href="#hier">ein Verweis</a> steht.</p>`,
    wide: ['dark: link-in-text-block'],
    narrow: ['dark: link-in-text-block'],
  },
  {
    what: 'buttons that are too small for a finger, on a phone',
    html: `<style>${button(40)} ${PHONE} { ${button(12)} }</style>
      <button aria-label="Zurück"></button><button aria-label="Weiter"></button>`,
    wide: [],
    narrow: ['light: target-size', 'dark: target-size'],
  },
  {
    what: 'a field without a label',
    html: '<input type="text">',
    wide: ['light: label', 'dark: label'],
    narrow: ['light: label', 'dark: label'],
  },
  {
    what: 'a button without a name, on a phone',
    html: `<style>${button(40)} button { display: none; } ${PHONE} { button { display: block; } }</style>
      <button></button>`,
    wide: [],
    narrow: ['light: button-name', 'dark: button-name'],
  },
  {
    what: 'a box that is wider than a phone',
    html: '<div style="width: 350px; height: 10px"></div>',
    wide: [],
    narrow: ['sideways at 320'],
  },
  {
    what: 'a table whose columns have no room on a tablet',
    html: `<style>table { table-layout: fixed; width: 600px; } @media (max-width: 1000px) { table { width: 90px; } }</style>
      <table><tr><th scope="col">Regel</th><th scope="col">Summe</th></tr>
      <tr><td>1</td><td><span style="white-space: nowrap">1.234,56 USDT</span></td></tr></table>`,
    wide: ['no room in a table at 768'],
    narrow: ['no room in a table at 390', 'no room in a table at 320'],
  },
  {
    what: 'a table that hides a column on a tablet',
    html: `<style>table { width: 900px; } ${PHONE} { table { width: auto; } }</style><div style="overflow-x: auto" tabindex="0">
      <table><tr><th scope="col">Betrag</th></tr><tr><td>1,00</td></tr></table></div>`,
    wide: ['sideways at 768'],
    narrow: [],
  },
  {
    what: 'a word that comes apart on a phone',
    html: `<style>${PHONE} { td { max-width: 20px; overflow-wrap: anywhere; } }</style>
      <table><tr><th scope="row">1</th><td>Katharina</td></tr></table>`,
    wide: [],
    narrow: ['no room in a table at 390', 'no room in a table at 320'],
  },
  {
    what: 'a box that is wider than a tablet',
    html: `<style>div { width: 800px; height: 10px; } ${PHONE} { div { width: auto; } }</style><div></div>`,
    wide: ['sideways at 768'],
    narrow: [],
  },
];

for (const { what, html, wide, narrow } of PLANTED)
  test(`what looks at the pages finds ${what}`, async ({ page }) => {
    const open = () => page.setContent(pageWith(html));
    for (const [width, expected] of [
      [1280, wide],
      [390, narrow],
    ] as const) {
      const complaint = await checkAll(page, [{ name: what, open }], [width]).then(
        () => '',
        (error: unknown) => String(error),
      );
      if (expected.length === 0) expect(complaint, `${width} px`).toBe('');
      const faults =
        complaint.match(/(light|dark): [a-z-]+|sideways at \d+|no room in a table at \d+/g) ?? [];
      expect([...new Set(faults)], `${width} px: ${complaint}`).toEqual(expected);
    }
  });

test('English is found where it is read or heard, and not where it is marked, code, or hidden', async ({
  page,
}) => {
  await page.setContent(
    pageWith(`<p>Wird geladen, loading.</p><input placeholder="Your name"><img alt="Not here">
      <button aria-label="Open">x</button><p lang="en">Page not found</p><code>if (the)</code><p hidden>please</p>
      <p>Login, Support, Wallet: Hier steht Ihr Name, und Sie warten.</p>`),
  );
  const words = (await findEnglish(page)).map((found) => found.split(' ')[0]);
  expect(words).toEqual(['loading', 'open', 'your', 'not', 'here']);
});
