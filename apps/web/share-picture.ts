import { PLAY_MONEY_NOTICE } from '@botdepot/contract/catalogue';
import { SHARE_PICTURE } from './app/lib/page/share-picture.ts';
import { linesOf, pngOf, textAt, widthOf } from './drawing.ts';
import { BRAND_NAME, PUBLIC_ORIGIN } from './installation.ts';
import { colour } from './palette.ts';

const { width: WIDTH, height: HEIGHT } = SHARE_PICTURE;
const PLAY_BAR = 72;
/** Where the double rule of the margin column stands, and where the sheet begins. */
const RULE = 120;
const LEFT = 176;
const RIGHT = 80;
const FIRST_LINE = 292;
const MARK = '<path d="M3 13.5 9 7l5 5 8-8.5"/><path d="M3 19h20M3 23.5h20"/>';

/** From the largest that fits: three lines at most. */
const TITLE_SIZES = [80, 68, 56, 44] as const;
const MOST_LINES = 3;

/** What a link to a page looks like where it is shared: a sheet of the account book with the title of the page. */
export function sharePicture(title: string): Uint8Array {
  const ink = colour('text');
  const rule = `fill="${colour('control')}" opacity="0.5"`;
  const { lines, size } = fittingLines(title);
  const drawn = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${colour('bg')}"/>`,
    `<rect x="${RULE}" y="${PLAY_BAR}" width="2" height="${HEIGHT}" ${rule}/>`,
    `<rect x="${RULE + 6}" y="${PLAY_BAR}" width="2" height="${HEIGHT}" ${rule}/>`,
    `<rect width="${WIDTH}" height="${PLAY_BAR}" fill="${colour('play-bar')}"/>`,
    centred(PLAY_MONEY_NOTICE, PLAY_BAR / 2, 34, colour('on-play-bar')),
    `<g transform="translate(${LEFT - 6} 116) scale(2)" fill="none" stroke="${colour('primary')}" stroke-width="2.2"
      stroke-linecap="round" stroke-linejoin="round">${MARK}</g>`,
    textAt({ text: BRAND_NAME, size: 40, weight: 600 }, LEFT + 60, 158, ink),
    ...lines.map((text, index) =>
      textAt({ text, size, weight: 600 }, LEFT, FIRST_LINE + index * size * 1.2, ink),
    ),
    `<rect x="${LEFT}" y="530" width="${WIDTH - LEFT - RIGHT}" height="2" fill="${colour('border')}"/>`,
    textAt({ text: footText(), size: 30, weight: 400 }, LEFT, 584, colour('muted')),
  ];
  return pngOf(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${drawn.join('')}</svg>`,
    WIDTH,
  );
}

function fittingLines(title: string): { lines: string[]; size: number } {
  const room = WIDTH - LEFT - RIGHT;
  const tries = TITLE_SIZES.map((size) => ({
    size,
    lines: linesOf({ text: title, size, weight: 600 }, room),
  }));
  const smallest = {
    size: 44,
    lines: tries.at(-1)?.lines.slice(0, MOST_LINES) ?? [],
  };
  return tries.find(({ lines }) => lines.length <= MOST_LINES) ?? smallest;
}

function centred(text: string, middle: number, size: number, fill: string): string {
  const look = { text, size, weight: 600 } as const;
  const left = (WIDTH - widthOf(look)) / 2;
  // Capitals of Inter are 0.727 of the size high.
  return textAt(look, left, middle + size * 0.364, fill);
}

const footText = () => (PUBLIC_ORIGIN === null ? 'Handelsbots mit Spielgeld' : new URL(PUBLIC_ORIGIN).host);
