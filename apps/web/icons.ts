import { readFileSync } from 'node:fs';
import { pngOf } from './drawing.ts';
import { colour } from './palette.ts';

const ICON = readFileSync(new URL('public/icon.svg', import.meta.url), 'utf8');
const SIDE = 32;

/** Part of the side that stays free around the mark. A mask may cut off a circle of 80 % and what is outside it. */
const MARGIN = { shown: 0.14, masked: 0.24 } as const;

/** The mark on an opaque ground, since phones put icons on any background. */
export function iconPng(side: number, margin: keyof typeof MARGIN): Uint8Array {
  const free = SIDE * MARGIN[margin];
  const scale = 1 - 2 * MARGIN[margin];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">
    <rect width="${SIDE}" height="${SIDE}" fill="${colour('surface')}"/>
    <g transform="translate(${free} ${free}) scale(${scale})" stroke="${colour('primary')}">${mark()}</g></svg>`;
  return pngOf(svg, side);
}

/** For browsers that do not read SVG icons: one transparent picture in the old container. */
export function faviconIco(): Uint8Array {
  const png = pngOf(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><g stroke="${colour('primary')}">${mark()}</g></svg>`,
    SIDE,
  );
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // with one picture
  head.writeUInt8(SIDE, 6);
  head.writeUInt8(SIDE, 7);
  head.writeUInt16LE(1, 10); // plane
  head.writeUInt16LE(32, 12); // bits per pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/** The strokes of the icon without its own colours, which depend on the scheme. */
function mark(): string {
  const strokes = /<g .*<\/g>/s.exec(ICON)?.[0];
  if (strokes === undefined) throw new Error('icon.svg has no group of strokes');
  return strokes;
}
