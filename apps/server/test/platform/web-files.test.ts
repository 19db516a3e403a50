import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loadWebFiles, type WebFiles } from '../../src/platform/web-files.ts';

const PAGE = `<!DOCTYPE html><p>${'Spielgeld '.repeat(400)}</p>`;
const SCRIPT = `console.log(${JSON.stringify('Konto '.repeat(400))})`;

let folder: string;
let web: WebFiles;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'botdepot-web-files-'));
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'index.html.br'), brotliCompressSync(PAGE));
  await writeFile(join(folder, 'plain.js'), SCRIPT);
  await mkdir(join(folder, 'dashboard'));
  await writeFile(join(folder, 'dashboard', 'index.html'), 'Dashboard');
  await writeFile(join(folder, '__app.html'), 'App');
  await writeFile(join(folder, '__spa-fallback.html'), 'Shell');
  web = await loadWebFiles(folder, { secure: false });
});
afterAll(() => rm(folder, { recursive: true }));

async function get(path: string, encodings?: string) {
  const headers = encodings === undefined ? {} : { 'accept-encoding': encodings };
  const answer = web.serve(new Request(`http://localhost${path}`, { headers }));
  const body = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, encoding: answer.headers.get('content-encoding'), body };
}

describe('a page', () => {
  test('comes as the build packed it, to a browser that reads that', async () => {
    const { encoding, body } = await get('/', 'gzip, deflate, br, zstd');
    expect(encoding).toBe('br');
    expect(brotliDecompressSync(body).toString()).toBe(PAGE);
  });

  test.each(['gzip, deflate', 'gzip, br;q=0'])(
    'comes with gzip to one that asks with „%s“',
    async (asked) => {
      const { encoding, body } = await get('/', asked);
      expect(encoding).toBe('gzip');
      expect(gunzipSync(body).toString()).toBe(PAGE);
    },
  );

  test.each([undefined, 'identity', 'gzip;q=0, br;q=0.0'])(
    'comes as it is to one with „%s“',
    async (asked) => {
      const { encoding, body } = await get('/', asked);
      expect(encoding).toBeNull();
      expect(body.toString()).toBe(PAGE);
    },
  );
});

test('a file that the build did not pack comes with gzip', async () => {
  const { encoding, body } = await get('/plain.js', 'gzip, br');
  expect(encoding).toBe('gzip');
  expect(gunzipSync(body).toString()).toBe(SCRIPT);
});

test.each([
  ['/dashboard', 200, 'Dashboard'],
  ['/dashboard/', 200, 'Dashboard'],
  ['/dashboard/bots/smartbot', 200, 'App'],
  ['/admin/kunden/1', 200, 'App'],
  ['/dashboard/investments/1', 200, 'App'],
  ['/postfach', 200, 'Shell'],
  ['/dashboard/gibt-es-nicht', 404, 'Shell'],
  ['/dashboard/bots/wunderbot', 404, 'Shell'],
  ['/dashboard/investments', 404, 'Shell'],
  ['/admin/kunden/1/2', 404, 'Shell'],
  ['/dashboards', 404, 'Shell'],
  ['/__app', 404, 'Shell'],
  ['/__app.html', 404, 'Shell'],
  ['/__app%2Ehtml', 404, 'Shell'],
  ['/dashboard/investments/%E0%A4%A', 404, 'Shell'],
])('%s answers %i with the document that is meant for it', async (path, status, text) => {
  const answer = await get(path);
  expect([answer.status, answer.body.toString()]).toEqual([status, text]);
});

test.each([
  ['/Dashboard', '/dashboard'],
  ['/DASHBOARD/?Ansicht=A%20b&x=/Y', '/dashboard/?Ansicht=A%20b&x=/Y'],
  ['/Postfach', '/postfach'],
])('%s leads to the page of that name in small letters', (path, location) => {
  const answer = web.serve(new Request(`http://localhost${path}`));
  expect([answer.status, answer.headers.get('location')]).toEqual([308, location]);
});

test.each([
  '/Dashboard/gibt-es-nicht',
  '/dashboard/bots/SmartBot',
  '/Plain.js',
  '/%44ashboard',
  '//Dashboard',
  '/Index.html',
])('%s is no page in small letters either', async (path) => expect((await get(path)).status).toBe(404));

describe('the list of what scripts may run', () => {
  const hashes = () => join(folder, 'csp.json');
  afterEach(() => rm(hashes(), { force: true }));
  const policyOf = async () => {
    const { serve } = await loadWebFiles(folder, { secure: false });
    return serve(new Request('http://localhost/')).headers.get('content-security-policy');
  };

  test('is of each page', async () => {
    await writeFile(hashes(), JSON.stringify({ '/index.html': ["'sha256-abc'"] }));
    expect(await policyOf()).toContain("script-src 'self' 'sha256-abc'");
  });

  test('stops the start where it is damaged: without it no page would work', async () => {
    await writeFile(hashes(), '{"/index.html": ');
    await expect(policyOf()).rejects.toThrow('csp.json');
  });
});

test('what the build packed is no page of its own', async () => {
  expect((await get('/index.html.br')).status).not.toBe(200);
});

test('an address of slashes is answered at once', async () => {
  expect((await get(`/dashboard${'/'.repeat(300_000)}`)).body.toString()).toBe('Dashboard');
  expect((await get(`/${'/'.repeat(300_000)}x`)).status).toBe(404);
});
