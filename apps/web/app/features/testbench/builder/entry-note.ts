import type { Rule } from '@botdepot/trading/browser';
import { formatCount } from '../../../lib/format/numbers.ts';
import type { Preview } from '../preview/preview.ts';
import { joinOf } from './rule-edit.ts';

/** Why there were fewer entries than bars at which a condition was true. */
export function entryNote({ entryLong, side, sizing }: Rule, preview: Preview | null): string | null {
  if (preview === null) return null;
  const { entryLong: long, entryShort: short } = preview.sections;
  const fired = (long?.trueBars ?? 0) + (short?.trueBars ?? 0);
  const without = fired - preview.entries;
  if (without <= 0) return null;
  const bars = fired === 1 ? 'einer Kerze' : `${formatCount(fired)} Kerzen`;
  const join = joinOf(entryLong);
  const fires =
    side === 'both'
      ? `An ${bars} traf die eine oder die andere Seite zu`
      : join === null
        ? `Die Bedingung traf an ${bars} zu`
        : `An ${bars} traf ${join === 'all' ? 'alles zugleich' : 'mindestens eines'} zu`;
  const hasLot = sizing.lot !== null;
  if (preview.entries === 0)
    return `${fires}. Trotzdem kein Einstieg: Zugleich traf ein Ausstieg zu, oder ${hasLot ? 'der Einsatz reichte nicht für ein ganzes Stück' : 'die Größe ergab keine Position'}.`;
  const reasons = hasLot
    ? 'schon gekauft war, schon genug Positionen offen waren oder der Einsatz nicht für ein ganzes Stück reichte'
    : 'schon gekauft war oder schon genug Positionen offen waren';
  return `${fires}, an ${without === 1 ? 'einer' : formatCount(without)} davon ohne Einstieg, etwa weil ${reasons}.`;
}
