import { parseRule, type Rule, ruleOfShape } from '@botdepot/trading/browser';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Preview } from '../preview/preview.ts';
import { lineNote, RuleSheet } from './rule-sheet.tsx';

const close = { kind: 'price', field: 'close' };
const above = (value: number) => ({ is: 'above', left: close, right: { kind: 'number', value } });
const RULE = {
  ruleVersion: 1,
  symbols: ['GOLD'],
  interval: '1d',
  side: 'long',
  entryLong: above(0),
  sizing: { by: 'share', percent: 50 },
};

function sheetOf(changes: object): string {
  const input = { ...RULE, ...changes };
  const rule = ruleOfShape(input) as Rule;
  const { problems } = parseRule(input);
  return renderToStaticMarkup(
    <RuleSheet
      rule={rule}
      problems={problems}
      preview={null}
      order={null}
      fileName={null}
      open={null}
      onOpen={() => {}}
      onChange={() => {}}
    />,
  );
}

it.each<[string, object, string]>([
  [
    'a size by risk without a stop',
    { sizing: { by: 'risk', percent: 1 } },
    'Der Stopp fehlt, denn die Größe hängt vom Risiko bis zu ihm ab.',
  ],
  ['a market twice', { symbols: ['GOLD', 'GOLD'] }, 'GOLD steht zweimal da.'],
  [
    'an exit of a side that is not traded',
    { exitShort: above(1) },
    'Einen Ausstieg aus fallenden Kursen gibt es nur, wenn auf beiden Seiten gehandelt wird.',
  ],
  [
    'groups that are too deep',
    { entryLong: { all: [{ any: [{ all: [{ any: [above(1), above(2)] }] }] }] } },
    'Zu viel für eine Regel: höchstens 3 Ebenen von Gruppen.',
  ],
  [
    'hours of days',
    { entryLong: { is: 'within', field: 'hour', from: 1, to: 2 } },
    'Stunden gibt es nur auf Stundenkerzen.',
  ],
])('%s is said on the sheet, once', (_, changes, text) => {
  expect(sheetOf(changes).split(text)).toHaveLength(2);
});

it('whole lots stand in the sentence of the size, and only where a rule has them', () => {
  const textOf = (lot: number | null) =>
    sheetOf({ sizing: { by: 'share', percent: 33, lot } }).replaceAll(/<[^>]+>/g, '');
  expect(textOf(10)).toContain('33 % des Kapitals ein, in ganzen Stücken zu 10, höchstens eine Position');
  expect(textOf(null)).toContain('33 % des Kapitals ein, höchstens eine Position');
});

it('what is missing is marked where it is added', () => {
  expect(sheetOf({ sizing: { by: 'risk', percent: 1 } })).toMatch(/data-look="bad"[^>]*>ohne Stopp/);
});

it.each<[string, [trueBars: number, unknownBars: number], string | null]>([
  ['now and then', [40, 14], null],
  ['never', [0, 0], 'Traf hier nie zu.'],
  ['never, and not known at first', [0, 14], 'Traf hier nie zu, an 14 Kerzen war es noch nicht bekannt.'],
  ['always', [100, 0], 'Traf hier immer zu.'],
  ['always once it is known', [86, 14], 'Traf hier immer zu, sobald es bekannt war.'],
  ['never known', [0, 100], 'War hier an keiner Kerze bekannt.'],
])('a condition that is true %s', (_, [trueBars, unknownBars], note) => {
  const preview = { bars: 100 } as Preview;
  expect(lineNote({ trueBars, unknownBars }, preview)).toBe(note);
});
