/** Fetches candles and works previews out, so that the page never waits for either. */
import {
  type Candles,
  DAY_MS,
  explainDecision,
  leaderOf,
  overfittingOf,
  readCandleFile,
  ruleSymbolSpec,
  runVariant,
  sharedColumns,
} from '@botdepot/trading/browser';
import { readKept } from '../own-candles/kept-candles.ts';
import {
  type OwnCandlesFile,
  type OwnCandlesPlace,
  readOwnCandlesPlace,
} from '../own-candles/own-candles.ts';
import { entriesOf, histogramOf, type PreviewMarket, periodOf, previewRule } from './preview.ts';
import {
  type Answer,
  type FromWorker,
  GONE,
  type MarketFile,
  type PreviewOrder,
  type Question,
  type SweepQuestion,
} from './preview-messages.ts';

class NoCandles extends Error {
  readonly symbol: string;
  readonly status: number | null;
  constructor(symbol: string, status: number | null) {
    super(`no candles of ${symbol}`);
    this.symbol = symbol;
    this.status = status;
  }
}

const loaded = new Map<string, Promise<Candles>>();
/** Columns of earlier answers are used again. */
const setOf = sharedColumns();

function candlesAt({ symbol, url }: MarketFile, cache: RequestCache): Promise<Candles> {
  const known = loaded.get(url);
  if (known) return known;
  const loading = fetchCandles(symbol, url, cache);
  loaded.set(url, loading);
  // What failed is asked for again.
  loading.catch(() => loaded.delete(url));
  return loading;
}

async function fetchCandles(symbol: string, url: string, cache: RequestCache): Promise<Candles> {
  const place = readOwnCandlesPlace(url);
  if (place !== null) return ownCandles(symbol, place);
  const response = await fetch(url, { credentials: 'same-origin', cache }).catch(() => {
    throw new NoCandles(symbol, null);
  });
  if (!response.ok) throw new NoCandles(symbol, response.status);
  return readCandleFile(new Uint8Array(await response.arrayBuffer())).candles;
}

/** @throws NoCandles with GONE where the browser has them no longer */
async function ownCandles(symbol: string, { owner, hash, interval }: OwnCandlesPlace): Promise<Candles> {
  const [file, candles] = await Promise.all([
    readKept<OwnCandlesFile>([owner, 'file']),
    readKept<Candles>([owner, 'bars', interval]),
  ]).catch(() => []);
  if (file?.hash !== hash || candles === undefined) throw new NoCandles(symbol, GONE);
  return candles;
}

const marketsOf = ({ files }: PreviewOrder, cache: RequestCache): Promise<PreviewMarket[]> =>
  Promise.all(
    files.map(async (file) => ({
      spec: ruleSymbolSpec(file.symbol),
      candles: await candlesAt(file, cache),
    })),
  );

async function answer(question: Question | SweepQuestion): Promise<Answer> {
  if (question.kind === 'sweep') return judge(question);
  const { order } = question;
  // Several workers that asked the server each for itself would be too many requests.
  const isStored = question.kind === 'variants' && question.isStored;
  const markets = await marketsOf(order, isStored ? 'force-cache' : 'default');
  post({ kind: 'began' });
  if (question.kind === 'preview') {
    const began = performance.now();
    const preview = previewRule({ ...order, markets }, setOf);
    return { kind: 'preview', preview, ms: performance.now() - began };
  }
  if (question.kind === 'why') {
    const { from, until, series } = periodOf({ ...order, markets });
    const { symbol, digits } = question;
    const decisions = question.filledAt.map((filledAt) =>
      explainDecision({ ...order, series, from, until, symbol, digits, filledAt }),
    );
    return { kind: 'why', decisions };
  }
  if (question.kind === 'variants') {
    const run = periodOf({ ...order, markets });
    const results = question.variants.map((rule) => runVariant(rule, run, setOf));
    return { kind: 'variants', from: run.from, until: run.until, results };
  }
  return {
    kind: 'neighbours',
    histogram: histogramOf(question.operand, markets, order.until, setOf),
    entries: question.variants.map((rule) => entriesOf({ ...order, rule, markets }, setOf)),
  };
}

/** Who has used up his capital stands still from then on. */
function judge({ firstDay, returns }: SweepQuestion): Answer {
  const days = Math.max(...returns.map(({ length }) => length));
  const columns = returns.map((column) => {
    const whole = new Float64Array(days);
    whole.set(column);
    return whole;
  });
  const leaders: { firstDay: number; returns: Float64Array }[] = [];
  const leads = returns.map((own) => {
    const trial = { firstDay: firstDay / DAY_MS, returns: own };
    if (leaderOf(leaders, trial) !== undefined) return false;
    leaders.push(trial);
    return true;
  });
  return { kind: 'sweep', overfitting: overfittingOf(columns), leads };
}

const post = (message: FromWorker): void => self.postMessage(message);

self.addEventListener('message', async ({ data }: MessageEvent<string | SweepQuestion>) => {
  const question = typeof data === 'string' ? JSON.parse(data) : data;
  const reply = await answer(question).catch((error: unknown): Answer => {
    const [symbol, status] = error instanceof NoCandles ? [error.symbol, error.status] : [null, null];
    return { kind: 'failed', symbol, status };
  });
  post(reply);
});
