import type { Candles } from '@botdepot/trading';
import type { CandleInterval, PriceSourceName } from '../price-source.ts';

const REQUEST_TIMEOUT_MS = 10_000;
/** The longest answer there should be, 5000 candles, has some 600 kB. */
const LONGEST_ANSWER = 4_000_000;
const LONGEST_EXCERPT = 160;

type JsonQuestion = {
  /** Names provider and question in errors, e.g. `kraken Ticker`. */
  readonly what: string;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
};

type JsonAnswer = {
  readonly body: unknown;
  /** When it was made by the answerer's own clock (`Date` less `Age`, whole seconds), ms UTC; null where it does not say. */
  readonly madeAtMs: number | null;
};

/**
 * Asks for JSON and returns whatever it is; the shape is the caller's to check. Errors carry neither the address nor the
 * headers, where keys are.
 * @throws ProviderError for everything else: time-outs, broken connections, any status but 200, no JSON, far too much.
 */
export async function requestJson(question: JsonQuestion): Promise<JsonAnswer> {
  const { what, url, headers, timeoutMs = REQUEST_TIMEOUT_MS } = question;
  let text: string;
  let madeAtMs: number | null;
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      // A provider that sends us elsewhere must not get the key there.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await readText(response, what);
    if (!response.ok) throw failureOf(what, response, text);
    madeAtMs = madeAtOf(response.headers);
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError('unreachable', `${what}: ${connectionProblem(error, timeoutMs)}`);
  }
  try {
    return { body: JSON.parse(text), madeAtMs };
  } catch {
    throw new ProviderError('broken', `${what}: no JSON: ${excerpt(text)}`);
  }
}

function madeAtOf(headers: Headers): number | null {
  const at = Date.parse(headers.get('date') ?? '') - Number(headers.get('age') ?? 0) * 1000;
  return Number.isFinite(at) ? at : null;
}

async function readText(response: Response, what: string): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LONGEST_ANSWER) throw new ProviderError('broken', `${what}: the answer does not end`);
  }
  return text + decoder.decode();
}

function failureOf(what: string, response: Response, text: string): ProviderError {
  const { status } = response;
  const message = `${what}: HTTP ${status}: ${excerpt(text)}`;
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), Date.now());
  if (status === 429 || status === 503) return new ProviderError('limited', message, retryAfterMs);
  if (status === 404) return new ProviderError('unknown-symbol', message);
  return new ProviderError(status >= 400 && status < 500 ? 'refused' : 'broken', message, retryAfterMs);
}

/** `Retry-After` as seconds or as an HTTP date, in ms from `nowMs`; null when it says neither. */
export function parseRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}

/** Undici's own messages say no more than `fetch failed`; the code is in the cause, and nothing of it is a secret. */
function connectionProblem(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs} ms`;
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return error.name === 'TypeError' ? 'the connection failed' : error.name;
}

/** The beginning of a text on one line, for a log. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_EXCERPT ? `${line.slice(0, LONGEST_EXCERPT)} …` : line;
}

/** What a provider of live prices can do. Kraken and Twelve Data are two; `follow-prices.ts` is the same for both. */

type LiveSourceName = Exclude<PriceSourceName, 'simulated'>;

/** A provider's word about one symbol. */
export type Sighting = {
  readonly symbol: string;
  /** Finite and positive; not rounded. */
  readonly price: number;
  /** When it was true by the provider's word, or when we asked if it does not say; ms UTC. */
  readonly timeMs: number;
};

/** A symbol that the provider refuses, in an answer that is fine otherwise. */
export type Refusal = { readonly symbol: string; readonly reason: string };

export type PriceProvider = {
  readonly name: LiveSourceName;
  /** Symbols of the catalogue that it is asked for. Whether it knows them, its history shows. */
  readonly symbols: readonly string[];
  /** Time between two questions about the same symbol, ms. */
  readonly pollMs: number;
  /** How old a price may become before nobody trades on it, ms. */
  readonly staleAfterMs: number;
  /** How far back its candles reach, ms. */
  readonly reachMs: Readonly<Record<CandleInterval, number>>;
  /** Whether the symbol's market is in session there; never depends on prices having arrived. */
  isOpen(symbol: string, timeMs: number): boolean;
  /** How many symbols may be asked about now without exceeding the provider's limits. */
  capacity(nowMs: number): number;
  /**
   * The newest prices of some symbols. One that is broken is refused or absent and takes no other with it.
   * @throws ProviderError when nothing was learned at all.
   */
  latest(
    symbols: readonly string[],
    nowMs: number,
  ): Promise<{ sightings: readonly Sighting[]; refusals: readonly Refusal[] }>;
  /**
   * Candles that start at or after `fromMs`, only final ones: the running candle is left out, and what is no candle is
   * dropped (`readableCandles`).
   * @throws ProviderError
   */
  candles(symbol: string, interval: CandleInterval, fromMs: number, nowMs: number): Promise<Candles>;
};

/**
 * - `unreachable`: no answer in time, or the connection broke. - `limited`: too many requests. - `refused`: the
 *   provider does not accept us or the question (key, plan). - `unknown-symbol`: it does not know the symbol.
 * - `broken`: an answer that is none: a server error, HTML, another shape.
 */
type ProviderFault = 'unreachable' | 'limited' | 'refused' | 'unknown-symbol' | 'broken';

/** A failed request. The message names provider and question, never an address with its parameters or a key. */
export class ProviderError extends Error {
  readonly fault: ProviderFault;
  /** How long the provider wants to be left alone, ms; null when it did not say. */
  readonly retryAfterMs: number | null;
  constructor(fault: ProviderFault, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = 'ProviderError';
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
  }
}
