/** Fetches candles and works previews out, so that the page never waits for either. */
import {
  type Candles,
  type ColumnSource,
  readCandleFile,
  ruleSymbolSpec,
  sharedColumns,
} from '@botdepot/trading/browser';
import { histogramOf, type PreviewMarket, previewRule } from './preview.ts';
import type { FromWorker, MarketFile, PreviewOrder, ToWorker } from './preview-messages.ts';

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
/** Columns of earlier previews are used again; begun anew now and then, so that they do not grow for ever. */
const PREVIEWS_PER_COLUMNS = 40;
let setOf: ColumnSource = sharedColumns();
let previews = 0;

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

async function answer(message: ToWorker): Promise<FromWorker> {
  const { id, order } = message;
  const markets = await marketsOf(order);
  const began: FromWorker = { kind: 'began', id };
  self.postMessage(began);
  if (++previews % PREVIEWS_PER_COLUMNS === 0) setOf = sharedColumns();
  if (message.kind === 'preview') {
    const startedAt = performance.now();
    const preview = previewRule({ ...order, markets }, setOf);
    return { kind: 'preview', id, preview, ms: performance.now() - startedAt };
  }
  const entries = message.variants.map((rule) => previewRule({ ...order, rule, markets }, setOf).entries);
  const { operand } = message;
  return {
    kind: 'neighbours',
    id,
    histogram: operand && histogramOf(operand, markets, order.until, setOf),
    entries,
  };
}

self.addEventListener('message', async ({ data }: MessageEvent<ToWorker>) => {
  const reply = await answer(data).catch((error: unknown): FromWorker => {
    const [symbol, status] = error instanceof NoCandles ? [error.symbol, error.status] : [null, null];
    return { kind: 'failed', id: data.id, symbol, status };
  });
  self.postMessage(reply);
});
