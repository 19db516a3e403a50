import type { Condition, Rule } from '@botdepot/trading/browser';
import { expect, it } from 'vitest';
import type { Preview } from '../preview/preview.ts';
import { entryNote } from './entry-note.ts';

const leaf: Condition = {
  is: 'rising',
  of: { kind: 'price', field: 'close', offset: 0, factor: 1 },
  bars: 1,
};
const noteOf = (entryLong: Condition, trueBars = 189, entries = 12) =>
  entryNote({ entryLong } as Rule, { entries, sections: { entryLong: { trueBars } } } as unknown as Preview);

it.each<[string, Condition, string]>([
  ['one condition', leaf, 'Die Bedingung traf an 189 Kerzen zu; '],
  ['all of several', { all: [leaf, leaf] }, 'An 189 Kerzen traf alles zugleich zu; '],
  ['any of several', { any: [leaf, leaf] }, 'An 189 Kerzen traf mindestens eines zu; '],
])('%s: why there were fewer entries', (_, condition, begin) => {
  expect(noteOf(condition)).toBe(
    `${begin}meist war schon gekauft, oder es waren schon genug Positionen offen.`,
  );
});

it('says nothing where each bar was an entry, or none', () => {
  expect(noteOf(leaf, 12)).toBeNull();
  expect(noteOf(leaf, 12, 0)).toBeNull();
});
