import { contract } from '@botdepot/contract';
import { isContractProcedure } from '@orpc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTH_ROUTES } from '../../src/modules/identity/index.ts';
import { AUTH_SUMMARIES } from '../../src/reference/auth-paths.ts';
import { type Api, createApi, ORIGIN } from '../api-fixture.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

type Operation = {
  summary?: string;
  tags?: string[];
  security?: unknown[];
  parameters?: { name: string; in: string }[];
  responses: Record<string, unknown>;
};
type Document = {
  openapi: string;
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
};

describe('the API reference', () => {
  let fixture: ServerFixture;
  let api: Api;
  let document: Document;
  const get = (path: string) => Promise.resolve(api.fetch(new Request(`${ORIGIN}${path}`)));

  beforeAll(async () => {
    fixture = await createServerFixture();
    api = createApi(fixture);
    // What the server itself generates; the assertions below look at what they need.
    document = (await (await get('/api/openapi.json')).json()) as Document;
  });
  afterAll(() => fixture.close());

  it('documents every operation of the contract under the path where it answers', () => {
    expect(document.openapi).toMatch(/^3\.1/);
    for (const operations of Object.values(contract))
      for (const procedure of Object.values(operations)) {
        if (!isContractProcedure(procedure)) throw new Error('the contract holds only procedures');
        const { method = '', path = '' } = procedure['~orpc'].route;
        expect(document.paths[path]?.[method.toLowerCase()]?.summary, `${method} ${path}`).toBeTruthy();
      }
  });

  it('documents every endpoint of the auth gate, each with its sentence', () => {
    expect(Object.keys(AUTH_SUMMARIES).sort()).toEqual(Object.keys(AUTH_ROUTES).sort());
    for (const [path, { method }] of Object.entries(AUTH_ROUTES))
      expect(document.paths[`/auth${path}`]?.[method.toLowerCase()]).toBeDefined();
  });

  it('explains every group that it uses', () => {
    const used = new Set(
      Object.values(document.paths).flatMap((path) => Object.values(path).flatMap(({ tags = [] }) => tags)),
    );
    expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining([...used]));
  });

  it('asks for the key of a money command, and for a session only where one is needed', () => {
    const requestDeposit = document.paths['/deposits']?.post;
    expect(requestDeposit?.parameters).toContainEqual(
      expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: true }),
    );
    expect(requestDeposit?.security).toBeUndefined();
    expect(document.paths['/installation']?.get?.security).toEqual([]);
  });

  it('is a page of our own: scripts and styles from here, play money said, nothing inline', async () => {
    const page = await get('/api/reference');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const html = await page.text();
    expect(html).toContain('Spielgeld – kein echtes Geld');
    expect(html).not.toMatch(/<script>|<script [^>]*src="http|href="http/);
    for (const [, file = ''] of html.matchAll(/(?:src|href)="(\/api\/[^"]+)"/g))
      expect((await get(file)).status, file).toBe(200);
  });

  it('has nothing else below it', async () => {
    expect((await get('/api/reference/package.json')).status).toBe(404);
    expect((await get('/api/reference/..%2fapi-document.ts')).status).toBe(404);
    expect((await get('/api/reference/constructor')).status).toBe(404);
  });
});
