import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { CANDLE_SOURCES, DomainError, OWN_BOT_LIMITS } from '@botdepot/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS, writeCandleFile } from '@botdepot/trading';
import type { SignedIn } from '../../../platform/api.ts';
import { accepts } from '../../../platform/content-coding.ts';
import type { RateLimiter } from '../../../platform/rate-limit.ts';
import type { CandleSources } from './candle-sources.ts';

const pack = promisify(gzip);
const INTERVALS = [
  { name: '1h', intervalMs: HOUR_MS },
  { name: '1d', intervalMs: DAY_MS },
] as const;

/** What the address says, as it says it. */
export type CandleFileRequest = {
  source: string;
  symbol: string;
  file: string;
  until: string | undefined;
  headers: Headers;
};

export type CandleFiles = (actor: SignedIn, wanted: CandleFileRequest) => Promise<Response>;

/**
 * Candles as `BDC1`, gzipped. What is shipped and the practice market never change, so browsers keep them; candles of the
 * installation may be repaired or come from another source one day, so browsers ask each time and mostly hear that theirs are right.
 */
export function createCandleFiles(deps: { sources: CandleSources; limiter: RateLimiter }): CandleFiles {
  const limit = { max: OWN_BOT_LIMITS.candleFilesPerMinute, windowMs: MINUTE_MS };
  return async (actor, { source: sourceName, symbol, file, until, headers }) => {
    const source = CANDLE_SOURCES.find((name) => name === sourceName);
    const interval = INTERVALS.find(({ name }) => `${name}.bin` === file);
    if (!source || !interval) throw DomainError.of('NOT_FOUND');
    const untilMs = until === undefined ? null : midnightOf(until);
    const key = { purpose: 'candle-files', subject: actor.userId };
    if ((await deps.limiter.consume(key, limit)) > 0) throw DomainError.of('TOO_MANY_REQUESTS');

    const { name, intervalMs } = interval;
    const candles = await deps.sources.read({ source, symbol, interval: name, untilMs });
    const bytes = writeCandleFile({ intervalMs, candles });
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
    const answer = {
      etag,
      'cache-control':
        source === 'installation' ? 'private, no-cache' : 'private, max-age=31536000, immutable',
      vary: 'accept-encoding, cookie',
    };
    // A proxy may have made a weak one of it.
    if (headers.get('if-none-match')?.includes(etag))
      return new Response(null, { status: 304, headers: answer });
    const isPacked = accepts(headers.get('accept-encoding'), 'gzip');
    return new Response(isPacked ? new Uint8Array(await pack(bytes)) : bytes, {
      headers: {
        ...answer,
        'content-type': 'application/octet-stream',
        ...(isPacked && { 'content-encoding': 'gzip' }),
      },
    });
  };
}

/** `2026-01-31` in ms UTC. @throws BAD_REQUEST for anything else */
function midnightOf(day: string): number {
  const ms = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day)
    throw DomainError.of('BAD_REQUEST');
  return ms;
}
