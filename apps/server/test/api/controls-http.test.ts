// What only a real connection shows: bodies in pieces, methods without one, clients that go away, and what every answer carries.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createWire, type Sendable, type WireAnswer } from '../../../../test/fuzz/wire.ts';
import { loadWebFiles } from '../../src/platform/web-files.ts';
import { createApi } from '../api-fixture.ts';
import {
  createIdentityFixture,
  GOOD_PASSWORD,
  type IdentityFixture,
  Visitor,
} from '../identity/identity-fixture.ts';
import { listen } from '../listening-api.ts';

const PRIVATE_TEXT = 'nobody may read this';
const WAIT = { timeout: 20_000 };

let fixture: IdentityFixture;
let server: Awaited<ReturnType<typeof listen>>;
let wire: ReturnType<typeof createWire>;
let folder: string;
let cookie: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'botdepot-web-'));
  await mkdir(join(folder, 'assets'));
  await Promise.all(
    Object.entries({
      'index.html': '<!doctype html><p>Start</p>',
      '__spa-fallback.html': '<!doctype html><p>Nichts</p>',
      '__app.html': '<!doctype html><p>App</p>',
      'icon.svg': '<svg/>',
      'assets/app-1.js': 'export {};',
      'assets/app-1.js.map': PRIVATE_TEXT,
      'index.html.br': PRIVATE_TEXT,
      'csp.json': '{}',
    }).map(([name, text]) => writeFile(join(folder, name), text)),
  );
  fixture = await createIdentityFixture({ DEMO: '0', AUTH_SECRET: 'x'.repeat(32) });
  const webFiles = await loadWebFiles(folder, { secure: true });
  server = await listen(createApi(fixture, { auth: fixture.auth, secure: true, webFiles }));
  wire = createWire(server.port);
  const visitor = new Visitor(fixture);
  await visitor.post('/sign-up/email', { email: 'anna@example.com', password: GOOD_PASSWORD });
  cookie = visitor.headers.get('cookie') ?? '';
});
afterAll(async () => {
  wire?.close();
  await server?.close();
  await fixture?.close();
  await rm(folder, { recursive: true });
});

const send = (method: string, target: string, more: Partial<Sendable> = {}): Promise<WireAnswer> =>
  wire.send({ method, target, headers: [], body: undefined, isRaw: false, ...more });
const JSON_TYPE = ['content-type', 'application/json'] as const;

describe('a body', () => {
  it('may come in pieces, without its length said first', async () => {
    const body = JSON.stringify({ email: 'ben@example.com', password: GOOD_PASSWORD });
    const headers = [JSON_TYPE, ['transfer-encoding', 'chunked']] as const;
    expect((await send('POST', '/api/auth/sign-up/email', { headers, body })).status).toBe(200);
  });

  it('that grows too large in pieces is refused', async () => {
    const headers = [JSON_TYPE, ['transfer-encoding', 'chunked']] as const;
    const body = JSON.stringify({ note: 'x'.repeat(70_000) });
    expect((await send('POST', '/api/deposits', { headers, body })).status).toBe(413);
  });

  it.each(['DELETE', 'OPTIONS', 'PURGE'])(
    'may be missing in a request that nobody expects: %s',
    async (method) => {
      expect((await send(method, '/api/wallet')).status).toBe(404);
    },
  );

  it.each([
    ['with its length', 'Content-Length: 1000\r\n\r\n{"a":'],
    ['in pieces', 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n'],
    ['in pieces that are none', 'Transfer-Encoding: chunked\r\n\r\nno length\r\n'],
  ])('that breaks off is no fault of ours: %s', async (_name, rest) => {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const head = 'POST /api/deposits HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    await new Promise<void>((resolve) => socket.write(head + rest, () => resolve()));
    // An answer to a later request: by then the server has begun with the first.
    await send('GET', '/health');
    socket.destroy();
    await vi.waitFor(async () => expect(await openConnections()).toBe(0), WAIT);
    expect((await fixture.database.pool.query('SELECT request FROM faults')).rows).toEqual([]);
  });
});

/** Connections that the server still holds, without those that wait for another request of this test. */
async function openConnections(): Promise<number> {
  wire.close();
  return server.connections();
}

describe('every answer', () => {
  const ANSWERS: [what: string, status: number, method: string, target: string][] = [
    ['a page', 200, 'GET', '/'],
    ['a page’s head', 200, 'HEAD', '/'],
    ['a page of the app', 200, 'GET', '/dashboard/bots/smartbot'],
    ['a file', 200, 'GET', '/assets/app-1.js'],
    ['a picture', 200, 'GET', '/icon.svg'],
    ['a page that is not there', 404, 'GET', '/gibt-es-nicht'],
    ['a broken address', 404, 'GET', '/%E0%A4%A'],
    ['another method', 404, 'POST', '/'],
    ['an answer of the API', 200, 'GET', '/api/installation'],
    ['a refusal of the API', 401, 'GET', '/api/wallet'],
    ['a wrong input', 400, 'GET', '/api/candles?interval=7m'],
    ['an unknown operation', 404, 'GET', '/api/gibt-es-nicht'],
    ['a foreign origin', 403, 'POST', '/api/deposits'],
    ['an answer of the gate', 200, 'GET', '/api/auth/get-session'],
    ['a refusal of the gate', 401, 'GET', '/api/auth/list-sessions'],
    ['another method at the gate', 405, 'GET', '/api/auth/sign-out'],
    ['a way on', 302, 'GET', '/api/auth/callback/oidc'],
    ['the reference', 200, 'GET', '/api/reference'],
    ['the document', 200, 'GET', '/api/openapi.json'],
    ['keys', 200, 'GET', '/.well-known/jwks.json'],
    ['health', 200, 'GET', '/health'],
    ['figures', 200, 'GET', '/metrics'],
  ];

  it.each(ANSWERS)('is guarded: %s', async (_what, status, method, target) => {
    const foreign = status === 403 ? ([['origin', 'https://evil.example']] as const) : [];
    const answer = await send(method, target, { headers: foreign });
    const { headers } = answer;
    expect(answer.status).toBe(status);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('strict-transport-security')).toMatch(/max-age=31536000/);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(/script-src[^;]*'unsafe-/.test(policy)).toBe(false);
    if (target.startsWith('/api/')) expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('server') ?? headers.get('x-powered-by')).toBeNull();
  });

  it('of a file that the browser has already is guarded as well', async () => {
    const etag = (await send('GET', '/icon.svg')).headers.get('etag') ?? '';
    const again = await send('GET', '/icon.svg', { headers: [['if-none-match', etag]] });
    expect(again.status).toBe(304);
    expect(again.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('a logout', () => {
  it('lets the browser forget what it has kept of the pages, and the cookie', async () => {
    const headers = [JSON_TYPE, ['cookie', cookie]] as const;
    const answer = await send('POST', '/api/auth/sign-out', { headers, body: '{}' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('clear-site-data')).toBe('"cache"');
    expect(answer.headers.get('set-cookie')).toMatch(/session_token=;.*Max-Age=0/i);
    expect((await send('GET', '/api/wallet', { headers: [['cookie', cookie]] })).status).toBe(401);
  });
});

describe('not for the public', () => {
  it.each([
    '/.git/HEAD',
    '/.git/config',
    '/.env',
    '/.env.example',
    '/package.json',
    '/csp.json',
    '/index.html.br',
    '/assets/app-1.js.map',
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
    '/assets/%2e%2e/csp.json',
    '/__spa-fallback.html',
    '/__app.html',
    '/.well-known/../.env',
  ])('is %s', async (target) => {
    const answer = await send('GET', target, { isRaw: true });
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain(PRIVATE_TEXT);
    expect(answer.headers.get('content-type')).toContain('text/html');
  });

  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-host', 'localhost'],
    ['x-real-ip', '127.0.0.1'],
    ['forwarded', 'for=127.0.0.1'],
    ['via', '1.1 proxy'],
  ] as const)(
    'are the figures of the operation through a proxy that says so with %s',
    async (name, value) => {
      expect((await send('GET', '/metrics', { headers: [[name, value]] })).status).toBe(404);
    },
  );
});

it('an address of the API leads to no other website', async () => {
  for (const target of [
    '/api/auth/callback/oidc?error=x&redirect=https://evil.example',
    '/api/auth/verify-email?token=x&callbackURL=https://evil.example',
    '/api/auth/verify-email?token=x&callbackURL=//evil.example',
    '/api/auth/verify-email?token=x&callbackURL=/%5Cevil.example',
    '//evil.example/..',
    '/%5Cevil.example',
    '/dashboard//evil.example/',
  ]) {
    const { status, headers } = await send('GET', target, { isRaw: true });
    const location = new URL(headers.get('location') ?? '/', 'http://localhost:3000');
    expect(location.origin, `${target} ${status}`).toBe('http://localhost:3000');
  }
});
