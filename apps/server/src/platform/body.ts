import type { ErrorCode } from '@botdepot/contract';

/**
 * The request with a body of at most `maxBytes`, or why there is none: it is larger, or the client broke off. A body without
 * a length in advance is read here, and the answer is a new request that carries it: Node's cannot be made from the server's
 * own.
 */
export async function limitBody(
  request: Request,
  maxBytes: number,
): Promise<Request | Extract<ErrorCode, 'PAYLOAD_TOO_LARGE' | 'BAD_REQUEST'>> {
  if (!request.body) return request;
  const { headers, method, url, signal } = request;
  if (headers.has('content-length') && !headers.has('transfer-encoding'))
    return Number(headers.get('content-length')) > maxBytes ? 'PAYLOAD_TOO_LARGE' : request;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > maxBytes) return 'PAYLOAD_TOO_LARGE';
      chunks.push(chunk);
    }
  } catch {
    // The connection ended before the body did, or the pieces are no pieces.
    return 'BAD_REQUEST';
  }
  return new Request(url, { method, headers, signal, ...(size > 0 && { body: Buffer.concat(chunks) }) });
}

const MAX_DEPTH = 12;

/**
 * JavaScript calls it to compare an object. The schemas compare whatever says that it has a `length`, also where a text was
 * wanted, and `{ length: { toString: 'x' } }` makes that throw. No field of ours has this name.
 */
export const TO_STRING = 'toString';

/** The names of an object's fields, or why the body is refused. */
type Read = { names: string[] } | { refusal: ErrorCode };

/**
 * Reads a request's body where there is only one way to read it: an object in UTF-8, neither packed nor saying a field twice.
 * Programs on the way (a proxy, a log, a filter) and this one would otherwise take the same bytes for different things.
 * It must also be free of what PostgreSQL cannot hold: U+0000 in a text, half a surrogate pair in a jsonb.
 * An empty body is none, whatever the headers say of its type.
 */
export async function readPlainJson(request: Request): Promise<Read> {
  const { headers } = request;
  if (headers.has('content-encoding')) return { refusal: 'UNSUPPORTED_CONTENT_ENCODING' };
  // The server hands the request on, and its body can be read once. Null from a client that broke off.
  const bytes = await request
    .clone()
    .arrayBuffer()
    .catch(() => null);
  if (bytes === null) return { refusal: 'BAD_REQUEST' };
  if (bytes.byteLength === 0) return { names: [] };
  const type = headers.get('content-type') ?? '';
  // A form or text/plain post needs no preflight, so any website could send it.
  if (!/^application\/json\s*(;|$)/i.test(type)) return { refusal: 'UNSUPPORTED_MEDIA_TYPE' };
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) return { refusal: 'UNSUPPORTED_CHARSET' };
  try {
    return readObject(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { refusal: 'BAD_REQUEST' };
  }
}

/** Throws what `JSON.parse` throws. */
function readObject(text: string): Read {
  const { depth, fields } = measure(text);
  if (depth > MAX_DEPTH) return { refusal: 'BAD_REQUEST' };
  let storable = true;
  // The value as a whole is a field as well, of an object that holds only this.
  let kept = -1;
  const value: unknown = JSON.parse(text, function (this: unknown, key, value: unknown) {
    if (!Array.isArray(this)) kept += 1;
    if (key === TO_STRING || !isStorable(key) || (typeof value === 'string' && !isStorable(value)))
      storable = false;
    return value;
  });
  if (!storable || typeof value !== 'object' || value === null || Array.isArray(value))
    return { refusal: 'BAD_REQUEST' };
  return kept === fields ? { names: Object.keys(value) } : { refusal: 'DUPLICATE_FIELD' };
}

const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** How deep the text nests, before anything walks through it, and how many fields are written in it: each has one colon. */
function measure(text: string): { depth: number; fields: number } {
  let open = 0;
  let depth = 0;
  let fields = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === ':') fields += 1;
    else if (character === '{' || character === '[') depth = Math.max(depth, ++open);
    else if (character === '}' || character === ']') open--;
  }
  return { depth, fields };
}
