import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { unpackedFont } from './woff.ts';

const fileOf = (specifier: string) => readFileSync(fileURLToPath(import.meta.resolve(specifier)));

await initWasm(fileOf('@resvg/resvg-wasm/index_bg.wasm'));

/** Each file is a family of its own to the drawing library. */
const FAMILIES = { 400: 'Inter', 600: 'Inter SemiBold' } as const;

const FONTS = Object.keys(FAMILIES).map((weight) =>
  unpackedFont(fileOf(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`)),
);

interface Text {
  text: string;
  size: number;
  weight: keyof typeof FAMILIES;
}

/** `y` is the base line. */
export function textAt({ text, size, weight }: Text, x: number, y: number, fill: string): string {
  const font = `font-family="${FAMILIES[weight]}" font-weight="${weight}" font-size="${size}"`;
  return `<text x="${x}" y="${y}" ${font} fill="${fill}">${escapedXml(text)}</text>`;
}

export function widthOf(text: Text): number {
  const drawing = drawingOf(`<svg xmlns="http://www.w3.org/2000/svg">${textAt(text, 0, 0, '#000000')}</svg>`);
  const width = drawing.getBBox()?.width ?? 0;
  drawing.free();
  return width;
}

/** Breaks between words; a word that is wider than a line stands on its own. */
export function linesOf({ text, ...look }: Text, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && widthOf({ text: longer, ...look }) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** `svg` must have a viewBox. */
export function pngOf(svg: string, width: number): Uint8Array {
  const drawing = drawingOf(svg, width);
  const image = drawing.render();
  const png = image.asPng();
  image.free();
  drawing.free();
  return png;
}

function drawingOf(svg: string, width?: number) {
  return new Resvg(svg, {
    font: { fontBuffers: FONTS, defaultFontFamily: FAMILIES[400] },
    ...(width === undefined ? {} : { fitTo: { mode: 'width', value: width } }),
  });
}

export function escapedXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
