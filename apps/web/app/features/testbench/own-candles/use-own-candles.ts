import type { OwnBotDetail, RuleCertificate, TrialCount } from '@botdepot/contract';
import { judgementOf } from '@botdepot/trading/browser';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queries } from '../../../lib/server/api.ts';
import { useProfile } from '../../../lib/session/profile.ts';
import { forgetCandles, listKept, readKept } from './kept-candles.ts';
import {
  type KeptFile,
  type OwnCandlesFile,
  type ShownResult,
  shownName,
  sizeProblem,
} from './own-candles.ts';
import type { FromOwnWorker, KeptResult, OwnAnswer, OwnWish } from './own-candles-messages.ts';
import { countOwnTrials, NO_TRIALS, type OwnTally, type OwnTrialData } from './own-trials.ts';

/** Asks a worker of its own; aborted, it ends at once and writes nothing. @throws AbortError */
export function askOwnCandles(
  wish: OwnWish,
  signal?: AbortSignal,
  onProgress?: (share: number) => void,
): Promise<OwnAnswer> {
  const worker = new Worker(new URL('./own-candles-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<OwnAnswer>((resolve, reject) => {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => reject(signal.reason));
    worker.addEventListener('message', ({ data }: MessageEvent<FromOwnWorker>) => {
      if (data.kind === 'progress') onProgress?.(data.share);
      else resolve(data);
    });
    worker.addEventListener('error', () => resolve({ kind: 'failed', reason: 'run' }));
    worker.postMessage(wish);
  }).finally(() => worker.terminate());
}

// Under the keys of what the server knows of the same, so that whatever changes that is asked for here again.
const fileKey = (owner: string) => [...queries.testbench.listCandleSources.key(), 'own', owner];
const resultKey = (owner: string, botId?: string) => [
  ...queries.testbench.getOwnBotResult.key(),
  'own',
  owner,
  ...(botId === undefined ? [] : [botId]),
];
const trialsKey = () => [...queries.testbench.listTrials.key(), 'own'];

/** Nothing of it needs a network, and a browser that keeps nothing has none. */
const HERE = { networkMode: 'always', retry: false } as const;

/** The file in this browser; null where there is none, undefined while nobody knows. */
export function useOwnCandles(): KeptFile | null | undefined {
  const { userId } = useProfile();
  return useQuery({
    ...HERE,
    queryKey: fileKey(userId),
    queryFn: () => readFile(userId).catch(() => null),
  }).data;
}

async function readFile(owner: string): Promise<KeptFile | null> {
  // A session that ended by itself may have left somebody else's.
  await forgetCandles((whose) => whose !== owner);
  const file = await readKept<OwnCandlesFile>([owner, 'file']);
  if (file === undefined) return null;
  const tally = (await readKept<OwnTally>([owner, 'tally', file.hash])) ?? NO_TRIALS;
  return { ...file, isTestPeriodOpen: tally.opened !== null };
}

/** How many of a person's trials this browser has counted, on whatever file. */
export function useOwnTrialTotal(): number {
  const { userId } = useProfile();
  const { data = 0 } = useQuery({
    ...HERE,
    queryKey: [...trialsKey(), userId],
    queryFn: () =>
      listKept<OwnTally>([userId, 'tally']).then(
        (tallies) => tallies.reduce((sum, { trials }) => sum + trials.length, 0),
        () => 0,
      ),
  });
  return data;
}

/** How many trials count on some bars of a file. */
export const readOwnCount = async ({ owner, hash }: OwnCandlesFile, on: OwnTrialData): Promise<TrialCount> =>
  countOwnTrials((await readKept<OwnTally>([owner, 'tally', hash]).catch(() => undefined)) ?? NO_TRIALS, on);

/**
 * What was worked out here of a bot, and what that is worth by now; null before the first run, undefined while nobody knows.
 * @param certificate of the newest version: it is made on other prices, by the server.
 */
export function useOwnResult(
  bot: OwnBotDetail,
  certificate: RuleCertificate | null,
): OwnShownResult | null | undefined {
  const { userId } = useProfile();
  const { data } = useQuery({
    ...HERE,
    queryKey: resultKey(userId, bot.id),
    queryFn: () => readResult(userId, bot.id).catch(() => null),
  });
  if (!data) return data;
  const { kept, tally } = data;
  const { result, version, rule, madeAt, on, testPeriod } = kept;
  const count = countOwnTrials(tally, on);
  const isThisRule = tally.opened?.ruleHash === result.ruleHash;
  const {
    N: _,
    hurdles,
    ...judgement
  } = judgementOf(
    result,
    { N: count.effective, V: count.variance },
    isThisRule ? tally.opened.result.figures.totalReturn : null,
  );
  return {
    source: 'own',
    version,
    rule,
    madeAt,
    result,
    judgement: {
      ...judgement,
      hurdles: hurdles.map((step) => ({ ...step })),
      trials: { total: count.total, effective: count.effective },
    },
    certificate: version === bot.newestVersion ? certificate : null,
    testPeriod: {
      from: testPeriod?.from ?? null,
      until: testPeriod?.until ?? null,
      opened: tally.opened && { ...tally.opened, isThisRule },
    },
    hash: kept.hash,
    decimals: kept.decimals,
  };
}

interface OwnShownResult extends ShownResult {
  /** Of the file it was made on. */
  readonly hash: string;
}

async function readResult(
  owner: string,
  botId: string,
): Promise<{ kept: KeptResult; tally: OwnTally } | null> {
  const kept = await readKept<KeptResult>([owner, 'result', botId]);
  if (kept === undefined) return null;
  return { kept, tally: (await readKept<OwnTally>([owner, 'tally', kept.hash])) ?? NO_TRIALS };
}

/** Asks again for whatever a run, a file or a trial may have changed. */
export const askOwnAgain = (client: QueryClient, owner: string): Promise<unknown> =>
  Promise.all(
    [fileKey(owner), resultKey(owner), trialsKey()].map((queryKey) => client.invalidateQueries({ queryKey })),
  );

export interface FileReading {
  /** Name of what is being read; null while nothing is. */
  reading: string | null;
  /** Why the last one was refused, a German sentence; null where it was not. */
  problem: { name: string; text: string } | null;
  read: (files: readonly File[]) => void;
  cancel: () => void;
  forget: () => void;
}

/** Takes files in and forgets them. @param onRead told once one is there. */
export function useFileReading(onRead?: () => void): FileReading {
  const { userId } = useProfile();
  const client = useQueryClient();
  const [reading, setReading] = useState<string | null>(null);
  const [problem, setProblem] = useState<FileReading['problem']>(null);
  const running = useRef<AbortController>(null);
  const end = () => {
    running.current?.abort();
    setReading(null);
  };
  useEffect(() => () => running.current?.abort(), []);
  const read = async (files: readonly File[]) => {
    const [file] = files;
    if (file === undefined) return;
    end();
    const name = shownName(file.name);
    const text = files.length > 1 ? 'Bitte nur eine Datei: Sie ist ein Markt.' : sizeProblem(file.size);
    setProblem(text === null ? null : { name, text });
    if (text !== null) return;
    const controller = new AbortController();
    running.current = controller;
    setReading(name);
    const answer = await askOwnCandles({ kind: 'read', owner: userId, file }, controller.signal).catch(
      () => null,
    );
    if (answer === null || controller.signal.aborted) return;
    if (answer.kind === 'read') {
      await askOwnAgain(client, userId);
      onRead?.();
    } else setProblem({ name, text: answer.kind === 'refused' ? answer.text : NOTHING_KEPT });
    setReading(null);
  };
  return {
    reading,
    problem,
    read: (files) => void read(files),
    cancel: end,
    forget: () => {
      end();
      setProblem(null);
      void forgetCandles((whose) => whose === userId).finally(() => askOwnAgain(client, userId));
    },
  };
}

/** Said where a browser refuses to keep something. */
export const NOTHING_KEPT =
  'Dieser Browser behält hier nichts, etwa weil kein Platz mehr ist oder das Fenster privat ist. Ohne das lassen sich eigene Kerzen nicht nutzen.';
