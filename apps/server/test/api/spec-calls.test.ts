import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Auth, createAuth } from '../../src/modules/identity/index.ts';
import { openWallet, ownAddress } from '../../src/modules/wallet/index.ts';
import { readConfig } from '../../src/platform/config.ts';
import type { Mail } from '../../src/platform/mail/mail.ts';
import { newId } from '../../src/platform/work.ts';
import { type Api, createApi, ORIGIN } from '../api-fixture.ts';
import { codeFor } from '../authenticator.ts';
import { type BotsFixture, createBotsFixture } from '../bots/bots-fixture.ts';
import { GOOD_PASSWORD } from '../identity/identity-fixture.ts';
import { CLIENT, type OidcProvider, startOidcProvider } from '../identity/oidc-provider.ts';

type Body = Record<string, unknown>;

const DOCUMENT = readFileSync(new URL('../../../../docs/spec-calls.md', import.meta.url), 'utf8');

/** `METHOD /path` of every row of the tables, as they stand there. */
const DOCUMENTED = [...DOCUMENT.matchAll(/^\|[^|]+\|[^|\n]*?`((?:GET|POST) \/[^`]+)`/gm)].map(
  ([, call = '']) => call,
);

/** A browser, which keeps cookies, or a program, which sends its session token. */
class Client {
  readonly api: Api;
  readonly made: Set<string>;
  readonly isBrowser: boolean;
  readonly cookies = new Map<string, string>();
  token: string | undefined;
  constructor(api: Api, made: Set<string>, kind: 'browser' | 'program' = 'browser') {
    this.api = api;
    this.made = made;
    this.isBrowser = kind === 'browser';
  }

  get headers(): Record<string, string> {
    if (!this.isBrowser) return this.token ? { authorization: `Bearer ${this.token}` } : {};
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { origin: ORIGIN, ...(cookie && { cookie }) };
  }

  keep(headers: Headers): void {
    this.token = headers.get('set-auth-token') ?? this.token;
    for (const cookie of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /max-age=0/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  /** Makes the call and notes it under its documented name: `{id}` stands for the ids given here. */
  async call(call: string, ids: Record<string, string> = {}, body?: Body, query = ''): Promise<Body> {
    const [method = '', pattern = ''] = call.split(' ');
    const path = pattern.replace(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? '');
    const {
      status,
      body: answer,
      headers,
    } = await this.api.call(method, `${path}${query}`, {
      ...(method === 'POST' && { body: body ?? {} }),
      headers: this.headers,
    });
    const worked = status < 300;
    expect({ call, worked, refusal: worked ? undefined : answer }).toEqual({ call, worked: true });
    this.keep(headers);
    this.made.add(call);
    return answer;
  }
}

const NO_MAIL: Mail = { transport: 'mailbox', send: async () => undefined, close: () => undefined };

let fixture: BotsFixture;
let provider: OidcProvider;
let auth: Auth;
let api: Api;
beforeAll(async () => {
  provider = await startOidcProvider();
  fixture = await createBotsFixture();
  fixture.clock.set(new Date());
  await fixture.run(12);
  auth = createAuth({
    config: readConfig({
      DEMO: '1',
      LOG_LEVEL: 'silent',
      OAUTH_PROVIDER_NAME: 'Beispiel-Konto',
      OAUTH_DISCOVERY_URL: provider.discoveryUrl,
      OAUTH_CLIENT_ID: CLIENT.id,
      OAUTH_CLIENT_SECRET: CLIENT.secret,
    }),
    database: fixture.database,
    mail: NO_MAIL,
    bus: fixture.bus,
    log: pino({ level: 'silent' }),
    clock: fixture.clock,
    secret: 'a secret of the tests, long enough for all of them',
    baseUrl: ORIGIN,
    onUserCreated: (userId) => fixture.database.transaction((tx) => openWallet(tx, userId)),
    onLoggedIn: async () => undefined,
    onSecurityNotice: async () => undefined,
  });
  api = createApi(fixture, { auth });
});
afterAll(async () => {
  await auth.settled();
  await fixture.close();
  await provider.stop();
});

/** What an answer says under a name. */
function text(answer: Body, name: string): string {
  const value = answer[name];
  if (typeof value !== 'string') throw new Error(`no ${name} in ${JSON.stringify(answer)}`);
  return value;
}
function first(answer: Body, name = 'items'): Body {
  const rows = answer[name];
  if (!Array.isArray(rows) || rows.length === 0) throw new Error(`no ${name} in ${JSON.stringify(answer)}`);
  return rows[0];
}

it('every call of the specification can be made, as its table says', async () => {
  const made = new Set<string>();
  const email = 'lena@example.com';
  const anna = new Client(api, made);
  const admin = new Client(api, made, 'program');
  await auth.createUser({
    email: 'admin@example.com',
    name: 'Admin',
    role: 'admin',
    password: GOOD_PASSWORD,
    demo: false,
  });

  // Auth.
  const credentials = { email, password: GOOD_PASSWORD };
  await anna.call('POST /api/auth/sign-up/email', {}, { ...credentials, callbackURL: '/dashboard' });
  await anna.call('POST /api/auth/sign-in/email', {}, credentials);
  await admin.call(
    'POST /api/auth/sign-in/email',
    {},
    { email: 'admin@example.com', password: GOOD_PASSWORD },
  );
  await anna.call('GET /api/auth/get-session');
  const profile = await anna.call('GET /api/profile');
  await anna.call('GET /api/auth/token');
  expect(first(await new Client(api, made).call('GET /.well-known/jwks.json'), 'keys')).toMatchObject({
    kty: 'OKP',
  });
  await new Client(api, made).call('POST /api/auth/request-password-reset', {}, { email });
  await linkIdentity(anna);
  const identity = first(await anna.call('GET /api/auth/list-accounts'));
  await anna.call('POST /api/auth/unlink-account', {}, { id: text(identity, 'id') });
  await secondFactor(anna, credentials);
  await anna.call('POST /api/auth/sign-out');
  await anna.call('POST /api/auth/sign-in/email', {}, credentials);

  // Data.
  await admin.call('GET /api/admin/customers', {}, undefined, '?query=lena');
  await admin.call('GET /api/admin/users');
  await anna.call('GET /api/market-prices', {}, undefined, '?marketType=crypto');
  await anna.call('POST /functions/v1/update-market-prices');
  await anna.call('GET /api/wallet');
  await admin.call('GET /api/admin/overview');
  await admin.call(
    'POST /api/admin/wallet-corrections',
    {},
    { email, direction: 'credit', amountUsd: '500', reason: 'Ausgleich' },
  );
  await anna.call('GET /api/wallet/crypto-address', {}, undefined, '?currency=BTC');

  const deposit = { amountUsd: '1000', cryptoCurrency: 'BTC' };
  const first1 = await anna.call('POST /api/deposits', {}, deposit);
  const second1 = await anna.call('POST /api/deposits', {}, deposit);
  await anna.call('GET /api/deposits');
  await admin.call('GET /api/admin/deposits');
  await admin.call('POST /api/admin/deposits/{id}/approve', { id: text(first1, 'id') });
  await admin.call('POST /api/admin/deposits/{id}/reject', { id: text(second1, 'id') }, { reason: 'Probe' });

  const withdrawal = {
    amountUsd: '50',
    cryptoCurrency: 'BTC',
    withdrawalAddress: ownAddress('BTC', text(profile, 'userId')),
  };
  const first2 = await anna.call('POST /api/withdrawals', {}, withdrawal);
  const second2 = await anna.call('POST /api/withdrawals', {}, withdrawal);
  await anna.call('GET /api/withdrawals');
  await admin.call('GET /api/admin/withdrawals');
  await admin.call('POST /api/admin/withdrawals/{id}/approve', { id: text(first2, 'id') });
  await admin.call('POST /api/admin/withdrawals/{id}/reject', { id: text(second2, 'id') });

  await fixture.tick();
  const investment = await anna.call(
    'POST /api/bot-investments',
    {},
    { botType: 'smartbot', amountUsd: '400' },
  );
  const id = text(investment, 'id');
  await anna.call('GET /api/wallet/transactions');
  await anna.call('GET /api/bot-investments');
  await admin.call('GET /api/admin/bot-investments');
  await fixture.tick();
  await admin.call(
    'POST /api/admin/bot-investments/{investmentId}/return',
    { investmentId: id },
    { percent: '0.5', reason: 'Probe' },
  );
  const record = first(await anna.call('GET /api/bot-investments/{id}/trading-records', { id }));
  expect(record).toHaveProperty('amountBefore');
  await fixture.tick();
  await anna.call('POST /api/bot-investments/{id}/stop', { id });

  const chat = await anna.call('POST /api/support/chats', {}, { message: 'Guten Tag', clientId: newId() });
  const chatId = { id: text(chat, 'id') };
  await anna.call('GET /api/support/chat');
  await anna.call('POST /api/support/chats/{id}/messages', chatId, { message: 'Hallo', clientId: newId() });
  await anna.call('GET /api/support/chats/{id}/messages', chatId);
  await admin.call('GET /api/admin/support/chats');
  await admin.call('POST /api/admin/support/chats/{id}/messages', chatId, {
    message: 'Womit kann ich helfen?',
    clientId: newId(),
  });
  await admin.call('POST /api/admin/support/chats/{id}/status', chatId, { status: 'resolved' });

  const notification = first(await anna.call('GET /api/notifications'));
  await anna.call('POST /api/notifications/{id}/read', { id: text(notification, 'id') });
  await anna.call('POST /api/notifications/read');

  expect(DOCUMENTED.length).toBeGreaterThan(40);
  // A set keeps the order in which its members came first.
  expect([...made]).toEqual([...new Set(DOCUMENTED)]);
});

/** Over the provider's page and back, as a browser goes. */
async function linkIdentity(client: Client): Promise<void> {
  const { url } = await client.call('POST /api/auth/link-social');
  const back = provider.agree(String(url), { sub: 'lena', email: 'lena@provider.example', verified: true });
  const response = await api.fetch(
    new Request(new URL(back.pathname + back.search, ORIGIN), {
      headers: client.headers,
    }),
  );
  expect(response.headers.get('location')).toContain('verbunden=1');
}

/** Set up, asked for at the next login, and switched off again. */
async function secondFactor(client: Client, credentials: { email: string; password: string }): Promise<void> {
  const { password } = credentials;
  const setUp = await client.call('POST /api/auth/two-factor/enable', {}, { password });
  const uri = text(setUp, 'totpURI');
  await client.call('POST /api/auth/two-factor/verify-totp', {}, { code: await codeFor(uri) });
  const login = new Client(api, client.made);
  expect(await login.call('POST /api/auth/sign-in/email', {}, credentials)).toMatchObject({
    twoFactorRedirect: true,
  });
  await login.call('POST /api/auth/two-factor/verify-totp', {}, { code: await codeFor(uri, 1) });
  await login.call('POST /api/auth/two-factor/disable', {}, { password });
  client.cookies.clear();
  for (const [name, value] of login.cookies) client.cookies.set(name, value);
}
