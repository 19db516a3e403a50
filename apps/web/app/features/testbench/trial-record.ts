import { type OwnBotSetup, TRIAL_LIMITS, type TrialCount } from '@botdepot/contract';
import { DAY_MS, type Rule } from '@botdepot/trading/browser';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { askAgainAfter } from '../../lib/live/live-subjects.ts';
import { queries } from '../../lib/server/api.ts';
import { type InputOf, useSender } from '../../lib/server/use-command.ts';

/** A result counts once it has been seen for so long. */
const SEEN_MS = 1000;

/** Results on the same prices that somebody looks at. Times in ms UTC; bars that start in [from, until) were traded. */
export interface SeenTrials {
  readonly source: OwnBotSetup['source'];
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
      const answers = [];
      for (const input of inputsOf(seen)) answers.push(await sender.send('testbench.recordTrials', input));
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

/** Prices as trials name them: the day after the last bar ends them. */
const dataOf = ({ source, rule, from, until }: Omit<SeenTrials, 'firstDay' | 'entries'>) => ({
  source,
  interval: rule.interval,
  symbols: [...rule.symbols],
  from: dayOf(from),
  until: dayOf(Math.ceil(until / DAY_MS) * DAY_MS),
});

const keyOf = (seen: SeenTrials): string =>
  [...Object.values(dataOf(seen)), ...seen.entries.map(({ ruleHash }) => ruleHash)].join(' ');

/** How many trials count on these prices. */
export const countOptions = (on: Omit<SeenTrials, 'firstDay' | 'entries'>) =>
  queries.testbench.listTrials.queryOptions({ input: { page: 1, pageSize: 1, data: dataOf(on) } });

async function readCount(client: QueryClient, seen: SeenTrials): Promise<TrialCount> {
  return (await client.fetchQuery({ ...countOptions(seen), staleTime: 0 })).count;
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
    pieces.at(-1)?.push({ ruleHash, sharpe, returns: column });
  }
  return pieces.map((entries) => ({ ...dataOf(seen), firstDay: dayOf(seen.firstDay), entries }));
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
