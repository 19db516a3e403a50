import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const FACES = new URL('app/ui/theme/fonts.css', import.meta.url);
const MODULES = new URL('../../node_modules/', import.meta.url);
const WHOLE = new URL('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', MODULES);
/** No text of ours is thinner than normal, and the thin half of the outlines weighs a fifth of the file. */
const WEIGHTS = { min: 400, max: 900 };
/** Spacing, marks that follow what they stand beside, and figures of one width. Fractions and the like have letters of their own. */
const FEATURES = ['kern', 'calt', 'locl', 'tnum'];
const FACE = /@inter\/([a-z]+)\.woff2'\)[^}]*unicode-range:([^;]+);/g;

/**
 * Inter in the parts that `fonts.css` names, each with the letters of its `unicode-range`: a browser loads the second one only
 * where a text needs it. Returns their folder; they are made once per font and list of letters.
 */
export async function fontParts(): Promise<string> {
  const css = readFileSync(FACES, 'utf8');
  const font = readFileSync(WHOLE);
  const version = createHash('sha256')
    .update(css)
    .update(JSON.stringify([FEATURES, WEIGHTS]))
    .update(font)
    .digest('hex')
    .slice(0, 12);
  const folder = fileURLToPath(new URL(`.cache/botdepot/inter-${version}/`, MODULES));
  mkdirSync(folder, { recursive: true });
  for (const [, name, range = ''] of css.matchAll(FACE)) {
    const file = `${folder}${name}.woff2`;
    if (existsSync(file)) continue;
    const part = await subsetFont(font, lettersOf(range), {
      targetFormat: 'woff2',
      variationAxes: { wght: WEIGHTS },
      keepFeatures: FEATURES,
    });
    // Two builds may do so at once.
    writeFileSync(`${file}.${process.pid}`, part);
    renameSync(`${file}.${process.pid}`, file);
  }
  return folder;
}

/** Of `U+0020-007E, U+00A0`. */
function lettersOf(range: string): string {
  return range
    .split(',')
    .map((part) => {
      const [first = 0, last = first] = part
        .trim()
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
    })
    .join('');
}
