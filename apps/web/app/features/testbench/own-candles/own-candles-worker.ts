/** Reads a file of candles, judges rules on it and counts what was tried: all that would keep the page waiting. */
import {
  type Candles,
  DAY_MS,
  firstIndexAt,
  type JudgedRun,
  judgeRule,
  ruleSymbolSpec,
} from '@botdepot/trading/browser';
import { changeKept, type KeptKey, readKept, writeKept } from './kept-candles.ts';
import { type OwnCandlesFile, sizeProblem, testPeriodOf } from './own-candles.ts';
import type { FromOwnWorker, KeptResult, OwnAnswer, OwnRun, OwnWish } from './own-candles-messages.ts';
import {
  countOwnTrials,
  NO_TRIALS,
  type OwnColumn,
  type OwnTally,
  withoutPrices,
  withTrials,
} from './own-trials.ts';
import { OwnCandlesRefusal, readOwnCandles } from './read-own-candles.ts';

type Wanted<Kind> = Extract<OwnWish, { kind: Kind }>;
type Reason = Extract<OwnAnswer, { kind: 'failed' }>['reason'];

class Failed extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

async function answer(wish: OwnWish): Promise<OwnAnswer> {
  switch (wish.kind) {
    case 'read':
      return read(wish);
    case 'count':
      return count(wish);
    case 'judge':
      return judge(wish);
    case 'open':
      return open(wish);
  }
}

/** Kept all at once, so that a file that is refused or given up leaves the one before. */
async function read({ owner, file: given }: Wanted<'read'>): Promise<OwnAnswer> {
  const tooLarge = sizeProblem(given.size);
  if (tooLarge !== null) throw new OwnCandlesRefusal(tooLarge);
  const { hours, days, ...made } = readOwnCandles(given.name, new Uint8Array(await given.arrayBuffer()));
  const file = { ...made.file, owner };
  const bars = (interval: string): KeptKey => [owner, 'bars', interval];
  await stored(
    writeKept([
      [[owner, 'file'], file],
      [bars('1h'), hours === null ? undefined : exactly(hours)],
      [bars('1d'), exactly(days)],
    ]),
  );
  return { kind: 'read', file };
}

/** Columns grow ahead of their bars. */
function exactly({ length, time, open, high, low, close, volume }: Candles): Candles {
  const cut = (column: Float64Array): Float64Array => column.slice(0, length);
  return {
    length,
    time: cut(time),
    open: cut(open),
    high: cut(high),
    low: cut(low),
    close: cut(close),
    volume: cut(volume),
  };
}

type OfFile = Pick<Wanted<'count'>, 'owner' | 'hash'>;

/** Changes what is kept beside a file, if that is still there. @throws Failed */
async function keep<Before extends readonly unknown[]>(
  { owner, hash }: OfFile,
  keys: readonly KeptKey[],
  change: (before: Before) => readonly unknown[],
): Promise<void> {
  let isGone = false;
  await stored(
    changeKept<[...Before, OwnCandlesFile | undefined]>([...keys, [owner, 'file']], (all) => {
      const file = all.at(-1) as OwnCandlesFile | undefined;
      isGone = file?.hash !== hash;
      return isGone ? [] : change(all.slice(0, -1) as unknown as Before);
    }),
  );
  if (isGone) throw new Failed('gone');
}

const tallyKeys = ({ owner, hash }: OfFile): KeptKey[] => [
  [owner, 'tally', hash],
  [owner, 'columns', hash],
];
type Tally = [OwnTally | undefined, (readonly OwnColumn[])?];

async function count(wish: Omit<Wanted<'count'>, 'kind'>): Promise<OwnAnswer> {
  const { on, firstDay, seen } = wish;
  let answer: OwnAnswer = { kind: 'failed', reason: 'gone' };
  await keep<Tally>(wish, tallyKeys(wish), ([before = NO_TRIALS, columns = []]) => {
    const { tally, added, ...after } = withTrials(before, columns, on, Math.floor(firstDay / DAY_MS), seen);
    answer = { kind: 'counted', added, count: countOwnTrials(tally, on) };
    return [tally, after.columns];
  });
  return answer;
}

/** What a version did before the test period; the same that the server works out on its prices, and a trial as there. */
async function judge({ owner, hash, botId, version, run }: Wanted<'judge'>): Promise<OwnAnswer> {
  const { file, result, returns } = await runOn(owner, hash, run);
  const firstDay = Date.parse(result.firstDay);
  const on = { interval: run.rule.interval, from: run.from ?? firstDay, until: run.until };
  const kept: KeptResult = {
    version,
    rule: run.rule,
    hash,
    on,
    testPeriod: testPeriodOf(file),
    decimals: file.decimals,
    madeAt: new Date().toISOString(),
    // As JSON, like one of the server's.
    result: JSON.parse(JSON.stringify(result)),
  };
  const { ruleHash, sample } = result;
  const seen = [{ ruleHash, sharpe: sample.value?.sharpe ?? null, returns }];
  await count({ owner, hash, on, firstDay, seen });
  await keep({ owner, hash }, [[owner, 'result', botId]], () => [kept]);
  return { kind: 'judged' };
}

/** The one look. Whatever fails before the end leaves the days closed. */
async function open({ owner, hash, run }: Wanted<'open'>): Promise<OwnAnswer> {
  const { result } = await runOn(owner, hash, run);
  const opened = {
    at: new Date().toISOString(),
    ruleHash: result.ruleHash,
    result: withoutPrices(JSON.parse(JSON.stringify(result))),
  };
  let isLate = false;
  await keep<Tally>({ owner, hash }, [[owner, 'tally', hash]], ([before = NO_TRIALS]) => {
    isLate = before.opened !== null;
    return isLate ? [] : [{ ...before, opened }];
  });
  if (isLate) throw new Failed('opened');
  return { kind: 'judged' };
}

async function runOn(
  owner: string,
  hash: string,
  run: OwnRun,
): Promise<JudgedRun & { file: OwnCandlesFile }> {
  const { rule, from, until } = run;
  const file = await stored(readKept<OwnCandlesFile>([owner, 'file']));
  const candles = await stored(readKept<Candles>([owner, 'bars', rule.interval]));
  if (file?.hash !== hash || candles === undefined) throw new Failed('gone');
  const first = firstIndexAt(candles, from ?? Number.NEGATIVE_INFINITY);
  if (first >= firstIndexAt(candles, until)) throw new Failed('empty');
  const series = rule.symbols.map((symbol) => ({ spec: ruleSymbolSpec(symbol), candles }));
  const judged = judgeRule({ ...run, source: 'own', series }, (share) => post({ kind: 'progress', share }));
  return { ...judged, file };
}

const stored = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw new Failed('storage');
  });

const post = (message: FromOwnWorker): void => self.postMessage(message);

self.addEventListener('message', async ({ data }: MessageEvent<OwnWish>) => {
  post(
    await answer(data).catch((error: unknown): OwnAnswer => {
      if (error instanceof OwnCandlesRefusal) return { kind: 'refused', text: error.message };
      return { kind: 'failed', reason: error instanceof Failed ? error.reason : 'run' };
    }),
  );
});
