import { LIMITS } from '@botdepot/contract';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../lib/server/api.ts';
import type { Fill } from './fill-reason.tsx';

/** After these something is held; every other fill closes. */
const KEEPING: ReadonlySet<string> = new Set(['entry', 'reverse', 'rebalance', 'leverage-cap']);

/**
 * What a run holds, in the order of its symbols.
 * @param fills newest first.
 * @param total of the run; null where the given ones do not reach back far enough to say.
 */
export function heldSymbols(
  symbols: readonly string[],
  { items, total }: { items: readonly Pick<Fill, 'symbol' | 'reason'>[]; total: number },
): string[] | null {
  const newest = symbols.map((symbol) => items.find((fill) => fill.symbol === symbol));
  if (items.length < total && newest.includes(undefined)) return null;
  return symbols.filter((_, at) => KEEPING.has(newest[at]?.reason ?? ''));
}

/** It sells while its end waits as well. */
const FRESH_MS = 30_000;

/** What the newest run of a bot waits for once its end is ordered. */
export function WhatEndWaitsFor({ id, symbols }: { id: string; symbols: readonly string[] }): string {
  const { data } = useQuery(
    queries.testbench.listOwnBotFills.queryOptions({
      input: { id, page: 1, pageSize: LIMITS.pageSizeMax },
      refetchInterval: FRESH_MS,
    }),
  );
  return endWords(data === undefined ? null : heldSymbols(symbols, data));
}

/** @param held null while nobody knows. */
export function endWords(held: readonly string[] | null): string {
  if (held?.length === 0) return 'Der Bot hält nichts und endet mit der nächsten Minute.';
  const which = held === null ? '' : ` (${held.join(', ')})`;
  return `Der Bot wird beendet, sobald alles, was er hält, einen neuen Kurs hat${which}. Geschlossene Märkte warten bis zu ihrer Öffnung.`;
}
