import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, createApi } from '../api-fixture.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

describe('the HTTP face', () => {
  let fixture: ServerFixture;
  let api: Api;
  beforeAll(async () => {
    fixture = await createServerFixture();
    api = createApi(fixture);
  });
  afterAll(() => fixture.close());

  it('answers the specification’s trigger call, which has no body and no content type', async () => {
    const answer = await api.call('POST', '/functions/v1/update-market-prices', {
      key: null,
      headers: { authorization: 'Bearer anon', 'content-type': '' },
    });
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
  });

  it('guards every answer, errors included', async () => {
    const paths = ['/api/market-prices', '/api/wallet', '/api/nothing', '/health', '/ready', '/'];
    for (const path of paths) {
      const { headers } = await api.call('GET', path);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('referrer-policy'), path).toBe('same-origin');
      expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
      expect(headers.get('x-request-id'), path).toMatch(/^[0-9a-f-]{36}$/);
      if (path.startsWith('/api')) expect(headers.get('cache-control'), path).toBe('no-store');
    }
  });

  it('says how it is', async () => {
    expect(await api.call('GET', '/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await api.call('GET', '/ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });

  it('keeps its metrics from the network', async () => {
    expect((await api.call('GET', '/metrics')).status).toBe(404);
    expect((await api.call('GET', '/metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(
      404,
    );
  });

  it('names a fault by a reference and tells nothing about it', async () => {
    const customer = api.person('user');
    await fixture.database.pool.query('ALTER TABLE user_wallets RENAME TO wallets_away');
    try {
      const answer = await api.call('GET', '/api/wallet', { as: customer });
      expect(answer).toMatchObject({ status: 500, body: { code: 'INTERNAL', message: 'Internal error' } });
      expect(answer.body.data).toEqual({ reference: answer.headers.get('x-request-id') });
      expect(JSON.stringify(answer.body)).not.toMatch(/user_wallets|select|relation/i);
    } finally {
      await fixture.database.pool.query('ALTER TABLE wallets_away RENAME TO user_wallets');
    }
    expect((await api.call('GET', '/api/wallet', { as: customer })).status).toBe(200);
  });
});
