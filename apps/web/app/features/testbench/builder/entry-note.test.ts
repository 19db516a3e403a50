import type { Condition, Rule } from '@botdepot/trading/browser';
import { expect, it } from 'vitest';
import type { Preview } from '../preview/preview.ts';
import { entryNote } from './entry-note.ts';

const leaf: Condition = {
  is: 'rising',
  of: { kind: 'price', field: 'close', offset: 0, factor: 1 },
  bars: 1,
};
const noteOf = (
  entryLong: Condition,
  trueBars = 189,
  entries = 12,
  { short = null, lot = null }: { short?: number | null; lot?: number | null } = {},
) =>
  entryNote(
    {
      entryLong,
      side: short === null ? 'long' : 'both',
      sizing: { by: 'share', percent: 33, lot },
    } as Rule,
    {
      entries,
      sections: { entryLong: { trueBars }, entryShort: short === null ? null : { trueBars: short } },
    } as unknown as Preview,
  );

it.each<[string, Condition, string]>([
  ['one condition', leaf, 'Die Bedingung traf an 189 Kerzen zu, '],
  ['all of several', { all: [leaf, leaf] }, 'An 189 Kerzen traf alles zugleich zu, '],
  ['any of several', { any: [leaf, leaf] }, 'An 189 Kerzen traf mindestens eines zu, '],
])('%s: why there were fewer entries', (_, condition, begin) => {
  expect(noteOf(condition)).toBe(
    `${begin}an 177 davon ohne Einstieg, etwa weil schon gekauft war oder schon genug Positionen offen waren.`,
  );
});

it('does not say „mostly“ where nearly each bar was an entry', () => {
  expect(noteOf(leaf, 11, 10)).toMatch(/^Die Bedingung traf an 11 Kerzen zu, an einer davon ohne Einstieg, /);
});

it('counts both sides where both are traded', () => {
  expect(noteOf(leaf, 189, 12, { short: 11 })).toMatch(
    /^An 200 Kerzen traf die eine oder die andere Seite zu, /,
  );
});

it('says what may be wrong where nothing was bought although the condition was true', () => {
  expect(noteOf(leaf, 189, 0)).toBe(
    'Die Bedingung traf an 189 Kerzen zu. Trotzdem kein Einstieg: Zugleich traf ein Ausstieg zu, oder die Größe ergab keine Position.',
  );
  expect(noteOf(leaf, 1, 0)).toMatch(/^Die Bedingung traf an einer Kerze zu\. /);
});

it('names the lot as a reason where there is one', () => {
  expect(noteOf(leaf, 189, 12, { lot: 10 })).toMatch(
    / davon ohne Einstieg, etwa weil schon gekauft war, schon genug Positionen offen waren oder der Einsatz nicht für ein ganzes Stück reichte\.$/,
  );
  expect(noteOf(leaf, 189, 0, { lot: 10 })).toMatch(
    / Zugleich traf ein Ausstieg zu, oder der Einsatz reichte nicht für ein ganzes Stück\.$/,
  );
});

it('says nothing where each bar was an entry, or none', () => {
  expect(noteOf(leaf, 12)).toBeNull();
  expect(noteOf(leaf, 0, 0)).toBeNull();
});
