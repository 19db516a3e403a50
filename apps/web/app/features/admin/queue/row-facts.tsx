import type { RequestFacts, RequestKind } from '@botdepot/contract';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../lib/api.ts';
import { useNow } from '../../../lib/now.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { Notable } from '../notable.tsx';
import { standsOut } from './stands-out.ts';

/** What can stand out in each of these, by its id, asked for at once. */
export function useRowFacts(kind: RequestKind, ids: readonly string[]) {
  const { data, error, refetch } = useQuery(
    queries.admin.checkRequests.queryOptions({
      input: { kind, ids: [...ids] },
      enabled: ids.length > 0,
      staleTime: 0,
    }),
  );
  return { facts: data && new Map(data.items.map((item) => [item.id, item])), error, refetch };
}

type Facts = ReadonlyMap<string, RequestFacts>;

/** In how many of these something stands out: among many they are not seen at once. */
export function HowMany({ rows, facts }: { rows: readonly { id: string }[]; facts: Facts | undefined }) {
  const now = useNow(30_000);
  if (!facts) return '\u00a0';
  const count = rows.filter(({ id }) => {
    const known = facts.get(id);
    return known && standsOut(known, now).length > 0;
  }).length;
  if (count === 0) return 'nichts';
  return <Notable>{`${formatCount(count)} von ${formatCount(rows.length)}`}</Notable>;
}

/** Below whose request it is. Where nothing stands out it says so quietly. */
export function RowFacts({ facts }: { facts: RequestFacts | undefined }) {
  const now = useNow(30_000);
  // As high as what comes.
  if (!facts) return <span className="block data-notable:text-text">{'\u00a0'}</span>;
  const texts = standsOut(facts, now);
  return (
    <span className="block data-notable:text-text" data-notable={texts.length > 0 || undefined}>
      {texts.length === 0 ? 'Nichts auffällig' : <Notable>{texts.join(' · ')}</Notable>}
    </span>
  );
}
