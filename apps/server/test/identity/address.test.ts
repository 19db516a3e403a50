// @module-tag long
// The real server on a real socket: whose attempts are counted together is decided by its wiring.
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { GOOD_PASSWORD } from './identity-fixture.ts';

let testDatabase: TestDatabase;
/** Trusts nobody. */
let plain: RunningServer;
/** Stands behind a proxy on this machine, as far as it knows. */
let proxied: RunningServer;
let serial = 0;
let email: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const start = (environment: Record<string, string>) =>
    startServer({
      config: readConfig({
        DEMO: '0',
        AUTH_SECRET: 'x'.repeat(32),
        LOG_LEVEL: 'silent',
        PORT: '0',
        ...environment,
      }),
      databaseUrl: testDatabase.url,
      log: pino({ level: 'silent' }),
    });
  plain = await start({});
  proxied = await start({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(async () => {
  await Promise.all([plain.stop(), proxied.stop()]);
  await testDatabase.drop();
});
beforeEach(() => {
  serial += 1;
  email = `person-${serial}@example.com`;
});

function post(server: RunningServer, path: string, body: object, forwardedFor?: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${server.port}/api/auth${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
    },
    body: JSON.stringify(body),
  });
}

/** What the newest session of the current person was started from. */
async function addressOfSession(): Promise<unknown> {
  const { rows } = await plain.database.pool.query(
    `select s.ip_address from auth_sessions s join auth_users u on u.id = s.user_id
     where u.email = $1 order by s.created_at desc limit 1`,
    [email],
  );
  return rows[0]?.ip_address;
}

// Refused before it is hashed, and counted like any other.
const TOO_LONG = 'geraten'.repeat(20);

async function guess(server: RunningServer, attempts: number, from: (attempt: number) => string) {
  const statuses: number[] = [];
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const body = { email: `victim-${attempt}-${email}`, password: TOO_LONG };
    statuses.push((await post(server, '/sign-in/email', body, from(attempt))).status);
  }
  return statuses;
}

describe('a server that trusts no proxy', () => {
  it('goes by the connection', async () => {
    const signedUp = await post(plain, '/sign-up/email', { email, password: GOOD_PASSWORD }, '6.6.6.6');
    expect(signedUp.status).toBe(200);
    expect(await addressOfSession()).toBe('127.0.0.1');
  });

  it('throttles an account, whatever addresses are claimed', async () => {
    await post(plain, '/sign-up/email', { email, password: GOOD_PASSWORD });
    const statuses: number[] = [];
    // Ten, and ten more because the account was used from this browser before.
    for (let attempt = 1; attempt <= 21; attempt += 1) {
      const body = { email, password: `falsches Passwort ${attempt}` };
      statuses.push((await post(plain, '/sign-in/email', body, `6.6.6.${attempt}`)).status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(401), 429]);
  });
});

describe('a server behind a proxy', () => {
  it('believes what the proxy wrote, and nothing that was there before', async () => {
    const claims = '6.6.6.6, 127.0.0.1, 198.51.100.7';
    await post(proxied, '/sign-up/email', { email, password: GOOD_PASSWORD }, claims);
    expect(await addressOfSession()).toBe('198.51.100.7');
  });

  it('blocks the network that guesses, however it spells its way there, and no other', async () => {
    await post(proxied, '/sign-up/email', { email, password: GOOD_PASSWORD }, '198.51.100.8');
    const spellings = (attempt: number) => `10.0.0.${attempt}, unknown, 203.0.113.9`;
    const statuses = await guess(proxied, 101, spellings);
    expect(statuses.slice(0, 100).every((status) => status === 400)).toBe(true);
    expect(statuses[100]).toBe(429);
    const login = { email, password: GOOD_PASSWORD };
    expect((await post(proxied, '/sign-in/email', login, '203.0.113.9')).status).toBe(429);
    expect((await post(proxied, '/sign-in/email', login, '198.51.100.8')).status).toBe(200);
  });
});
