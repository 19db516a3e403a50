/** Fetches candles and works previews out, so that the page never waits for either. */
import { type Candles, readCandleFile, ruleSymbolSpec, sharedColumns } from '@botdepot/trading/browser';
import { entriesOf, histogramOf, type PreviewMarket, previewRule } from './preview.ts';
import type { Answer, FromWorker, MarketFile, PreviewOrder, Question } from './preview-messages.ts';

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

function candlesAt({ symbol, url }: MarketFile): Promise<Candles> {
  const known = loaded.get(url);
  if (known) return known;
  const loading = fetchCandles(symbol, url);
  loaded.set(url, loading);
  // What failed is asked for again.
  loading.catch(() => loaded.delete(url));
  return loading;
}

async function fetchCandles(symbol: string, url: string): Promise<Candles> {
  const response = await fetch(url, { credentials: 'same-origin' }).catch(() => {
    throw new NoCandles(symbol, null);
  });
  if (!response.ok) throw new NoCandles(symbol, response.status);
  return readCandleFile(new Uint8Array(await response.arrayBuffer())).candles;
}

const marketsOf = ({ files }: PreviewOrder): Promise<PreviewMarket[]> =>
  Promise.all(
    files.map(async (file) => ({
      spec: ruleSymbolSpec(file.symbol),
      candles: await candlesAt(file),
    })),
  );

async function answer(question: Question): Promise<Answer> {
  const { order } = question;
  const markets = await marketsOf(order);
  post({ kind: 'began' });
  if (question.kind === 'preview') {
    const began = performance.now();
    const preview = previewRule({ ...order, markets }, setOf);
    return { kind: 'preview', preview, ms: performance.now() - began };
  }
  return {
    kind: 'neighbours',
    histogram: histogramOf(question.operand, markets, order.until, setOf),
    entries: question.variants.map((rule) => entriesOf({ ...order, rule, markets }, setOf)),
  };
}

const post = (message: FromWorker): void => self.postMessage(message);

self.addEventListener('message', async ({ data }: MessageEvent<string>) => {
  const reply = await answer(JSON.parse(data)).catch((error: unknown): Answer => {
    const [symbol, status] = error instanceof NoCandles ? [error.symbol, error.status] : [null, null];
    return { kind: 'failed', symbol, status };
  });
  post(reply);
});
