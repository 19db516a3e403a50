import type { Rule } from '@botdepot/trading/browser';
import { formatCount } from '../../../lib/format/numbers.ts';
import type { Preview } from '../preview/preview.ts';
import { joinOf } from './rule-edit.ts';

/** Why there were fewer entries than bars at which the condition was true. */
export function entryNote({ entryLong }: Rule, preview: Preview | null): string | null {
  const fired = preview?.sections.entryLong;
  if (!fired || preview.entries === 0 || fired.trueBars <= preview.entries) return null;
  const bars = `${formatCount(fired.trueBars)} Kerzen`;
  const join = joinOf(entryLong);
  const fires =
    join === null
      ? `Die Bedingung traf an ${bars} zu`
      : `An ${bars} traf ${join === 'all' ? 'alles zugleich' : 'mindestens eines'} zu`;
  return `${fires}; meist war schon gekauft, oder es waren schon genug Positionen offen.`;
}
