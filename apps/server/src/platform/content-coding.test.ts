import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { accepts, packedJson } from './content-coding.ts';

const LONG = JSON.stringify({ text: 'Spielgeld '.repeat(400) });

async function send(body: string, acceptEncoding: string | null, type = 'application/json; charset=utf-8') {
  const answer = new Response(body, { status: 201, headers: { 'content-type': type, vary: 'origin' } });
  const headers = acceptEncoding === null ? undefined : { 'accept-encoding': acceptEncoding };
  const packed = await packedJson(answer, new Request('http://localhost/', headers && { headers }));
  return {
    status: packed.status,
    coding: packed.headers.get('content-encoding'),
    vary: packed.headers.get('vary'),
    body: Buffer.from(await packed.arrayBuffer()),
  };
}

describe('a JSON answer', () => {
  test('comes with gzip to who reads it', async () => {
    const { status, coding, vary, body } = await send(LONG, 'deflate, gzip;q=0.8, br');
    expect([status, coding, vary]).toEqual([201, 'gzip', 'origin, accept-encoding']);
    expect(body.length).toBeLessThan(LONG.length / 10);
    expect(gunzipSync(body).toString()).toBe(LONG);
  });

  test.each([null, '', 'identity', 'br', 'gzip;q=0'])('comes as it is to one with „%s“', async (accepted) => {
    const { coding, vary, body } = await send(LONG, accepted);
    expect([coding, vary]).toEqual([null, 'origin, accept-encoding']);
    expect(body.toString()).toBe(LONG);
  });

  test('comes as it is where it fits into one packet', async () => {
    const { status, coding, body } = await send('{"ok":true}', 'gzip');
    expect([status, coding, body.toString()]).toEqual([201, null, '{"ok":true}']);
  });
});

test('a stream of events is passed on as it comes', async () => {
  const { coding, vary } = await send(LONG, 'gzip', 'text/event-stream');
  expect([coding, vary]).toEqual([null, 'origin']);
});

test('a list of codings is read at once, however much room there is in it', () => {
  expect(accepts(`a${' '.repeat(500_000)}b, gzip`, 'gzip')).toBe(true);
});
