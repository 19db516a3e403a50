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
