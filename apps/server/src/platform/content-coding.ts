import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** What fits into one packet of a network is not there sooner for being smaller. */
const LEAST_BYTES = 1_400;

const pack = promisify(gzip);

/** Browsers list what they read; a coding with `q=0` is one that the client refuses. */
export function accepts(acceptEncoding: string | null, coding: 'br' | 'gzip'): boolean {
  return (acceptEncoding ?? '').split(',').some((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/**
 * A JSON answer with gzip where that is worth it, any other as it is. By hand, since Hono's middleware packs every answer whose
 * length is not known yet, however short. That lengths depend on content helps nobody who listens (BREACH): a request that
 * another site makes brings no session.
 */
export async function packedJson(answer: Response, request: Request): Promise<Response> {
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return answer;
  answer.headers.append('vary', 'accept-encoding');
  if (!accepts(request.headers.get('accept-encoding'), 'gzip')) return answer;
  const body = new Uint8Array(await answer.arrayBuffer());
  const { status, headers } = answer;
  if (body.length < LEAST_BYTES) return new Response(body, { status, headers });
  headers.set('content-encoding', 'gzip');
  headers.delete('content-length');
  return new Response(new Uint8Array(await pack(body)), { status, headers });
}
