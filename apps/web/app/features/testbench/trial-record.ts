import { TRIAL_LIMITS, type TrialCount } from '@botdepot/contract';
import { DAY_MS, type Rule } from '@botdepot/trading/browser';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { askAgainAfter } from '../../lib/live/live-subjects.ts';
import { api, queries } from '../../lib/server/api.ts';
import { type InputOf, type Sender, useSender } from '../../lib/server/use-command.ts';
import type { OwnCandlesFile, PriceSource } from './own-candles/own-candles.ts';
import type { OwnTrialData } from './own-candles/own-trials.ts';
import { askOwnCandles, readOwnCount } from './own-candles/use-own-candles.ts';

/** A result counts once it has been seen for so long. */
const SEEN_MS = 1000;

/** Results on the same prices that somebody looks at. Times in ms UTC; bars that start in [from, until) were traded. */
export interface SeenTrials {
  readonly source: PriceSource;
  /** Any of them: all have the same markets and bars. */
  readonly rule: Rule;
  readonly from: number;
  readonly until: number;
  /** UTC day of the first return. */
  readonly firstDay: number;
  readonly entries: readonly {
    readonly ruleHash: string;
    /** Per day. */
    readonly sharpe: number | null;
    /** Null for one that moves like one before it. */
    readonly returns: Float64Array | null;
  }[];
}

/** What was counted, before and after. */
export interface CountedTrials {
  /** Null where nobody wanted to know. */
  readonly before: TrialCount | null;
  /** How many were new. */
  readonly added: number;
  readonly after: TrialCount;
}

interface TrialRecord {
  /** Of what is seen now; null until that is counted. */
  counted: CountedTrials | null;
  failed: boolean;
  retry: () => void;
}

/** Counts results that were seen as trials. What could not be sent is sent when it is asked for, or when it is seen again. */
export function useTrialRecord(seen: SeenTrials | null, { readsBefore = false } = {}): TrialRecord {
  const sender = useSender();
  const client = useQueryClient();
  const known = useRef(new Map<string, CountedTrials>());
  const [state, setState] = useState<{ key: string; failed: boolean } | null>(null);
  const key = seen && keyOf(seen);
  const record = async () => {
    if (seen === null || key === null) return;
    try {
      const before = readsBefore ? await readCount(client, seen) : null;
      const { source } = seen;
      const answers =
        source.source === 'own' ? [await countHere(seen, source.file)] : await report(sender, seen);
      const added = answers.reduce((sum, answer) => sum + answer.added, 0);
      known.current.set(key, { before, added, after: answers.at(-1)!.count });
      setState({ key, failed: false });
      await askAgainAfter(client, 'testbench.recordTrials');
    } catch {
      setState({ key, failed: true });
    } finally {
      sender.forget();
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same trials are the same key
  useEffect(() => {
    if (key === null || known.current.has(key)) return;
    const timer = setTimeout(() => void record(), SEEN_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return {
    counted: (key !== null && known.current.get(key)) || null,
    failed: state !== null && state.key === key && state.failed,
    retry: () => {
      setState(null);
      void record();
    },
  };
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Prices as trials name them: whole days, and the one after the last bar ends them. */
const dataOf = ({ source, rule, from, until }: On) => ({
  source: source.source,
  interval: rule.interval,
  symbols: [...rule.symbols],
  from: dayOf(from),
  until: dayOf(Math.ceil(until / DAY_MS) * DAY_MS),
});

/** Which file it is, where it is one. */
const fileOf = ({ source }: On): string => (source.source === 'own' ? (source.file?.hash ?? '') : '');

const keyOf = (seen: SeenTrials): string =>
  [...Object.values(dataOf(seen)), fileOf(seen), ...seen.entries.map(({ ruleHash }) => ruleHash)].join(' ');

type On = Omit<SeenTrials, 'firstDay' | 'entries'>;

/** How many trials count on these prices. */
export const countOptions = (on: On) =>
  queryOptions({
    // Asked again with every other list of trials.
    queryKey: [...queries.testbench.listTrials.key(), 'count', dataOf(on), fileOf(on)],
    queryFn: async (): Promise<TrialCount> => {
      const { source, ...data } = dataOf(on);
      if (source !== 'own')
        return (await api.testbench.listTrials({ page: 1, pageSize: 1, data: { source, ...data } })).count;
      return on.source.source === 'own' && on.source.file
        ? readOwnCount(on.source.file, ownDataOf(on))
        : NONE;
    },
  });

const NONE: TrialCount = { total: 0, effective: 1, variance: 0 };

const readCount = (client: QueryClient, seen: SeenTrials): Promise<TrialCount> =>
  client.fetchQuery({ ...countOptions(seen), staleTime: 0 });

function ownDataOf(on: On): OwnTrialData {
  const { interval, from, until } = dataOf(on);
  return { interval, from: Date.parse(from), until: Date.parse(until) };
}

type Counted = { added: number; count: TrialCount };

/** In this browser, which alone knows the prices. @throws where it keeps nothing */
async function countHere(seen: SeenTrials, file: OwnCandlesFile | null): Promise<Counted> {
  if (file === null) throw new Error('there is no file');
  const { owner, hash } = file;
  const { firstDay, entries } = seen;
  const on = ownDataOf(seen);
  const answer = await askOwnCandles({ kind: 'count', owner, hash, on, firstDay, seen: entries });
  if (answer.kind !== 'counted') throw new Error('trials were not counted');
  return answer;
}

async function report(sender: Sender, seen: SeenTrials): Promise<Counted[]> {
  const answers = [];
  for (const input of inputsOf(seen)) answers.push(await sender.send('testbench.recordTrials', input));
  return answers;
}

type Input = InputOf<'testbench.recordTrials'>;

/** In as many pieces as the size of a request asks for. */
function inputsOf(seen: SeenTrials): Input[] {
  const pieces: Input['entries'][] = [[]];
  let bytes = 0;
  for (const { ruleHash, sharpe, returns } of seen.entries) {
    const areNumbers = returns !== null && returns.length > 0 && returns.every(Number.isFinite);
    const column = areNumbers ? base64Of(new Uint8Array(Float32Array.from(returns).buffer)) : null;
    const size = ENTRY_BYTES + (column?.length ?? 0);
    if (bytes + size > TRIAL_LIMITS.bytesAtOnce - ENTRY_BYTES) {
      pieces.push([]);
      bytes = 0;
    }
    bytes += size;
    // Days that brought the same but for a rounding are none that a ratio says anything of.
    const isRatio = sharpe !== null && Math.abs(sharpe) <= TRIAL_LIMITS.sharpe;
    pieces.at(-1)?.push({ ruleHash, sharpe: isRatio ? sharpe : null, returns: column });
  }
  const { source, ...data } = dataOf(seen);
  if (source === 'own') return [];
  return pieces.map((entries) => ({ source, ...data, firstDay: dayOf(seen.firstDay), entries }));
}

/** Of the JSON around a column of returns, and of what stands before the first. */
const ENTRY_BYTES = 512;

/** In pieces: a call takes only so many arguments. */
function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
