// Anybody can come back from the provider with anything: what of it the log keeps.
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Visitor } from './identity-fixture.ts';
import { begin, comeBack, person, provider, setUpProvider } from './identity-oauth-world.ts';
import { fixture, networkAt } from './identity-world.ts';

setUpProvider();

/** Nothing of it may be found anywhere. */
const WRITTEN = 'kanarie\u009b2J';
const WARN = 40;

let log: string;
let auth: typeof fixture.auth;
let stranger: Visitor;
beforeAll(() => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  auth = fixture.authOn(fixture.database, pino({ level: 'trace' }, sink));
});
beforeEach(() => {
  stranger = new Visitor({ auth, baseUrl: fixture.baseUrl }, `${networkAt(9)}.1`);
});

/** A login that has begun and comes back otherwise than the provider sent it. */
async function comeBackWith(changes: Record<string, string | null>): Promise<string | null> {
  const back = provider.agree(await begin(stranger, '/sign-in/social'), person);
  for (const [name, value] of Object.entries(changes))
    if (value === null) back.searchParams.delete(name);
    else back.searchParams.set(name, value);
  log = '';
  return comeBack(stranger, back);
}

function expectOneLineAtMost(level: number): void {
  const lines = log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  expect(lines.length).toBeLessThanOrEqual(1);
  for (const line of lines) {
    expect(line.level).toBeLessThanOrEqual(level);
    expect(Object.keys(line)).not.toContain('stack');
    expect(Object.keys(line)).not.toContain('err');
  }
  expect(log).not.toContain('kanarie');
  expect(log).not.toContain(encodeURIComponent(WRITTEN));
}

describe('the log has one line at most, no warning, and nothing that was sent', () => {
  it.each<[string, Record<string, string | null>]>([
    ['a code that nobody gave out', { code: WRITTEN }],
    ['no code', { code: null }],
    ['a state of nobody', { state: WRITTEN }],
    ['no state', { state: null }],
    ['another issuer', { iss: WRITTEN }],
    ['an error of its own', { error: WRITTEN, error_description: WRITTEN }],
    ['an error and no state', { error: WRITTEN, state: null }],
    ['an account that is no JSON', { user: `{${WRITTEN}` }],
  ])('for %s', async (_what, changes) => {
    expect(await comeBackWith(changes)).toMatch(/^\/login\?error=(provider_|identity_unknown)/);
    expectOneLineAtMost(WARN - 10);
  });

  it.each(['code', 'state'])('for a %s that the database cannot hold', async (name) => {
    const back = provider.agree(await begin(stranger, '/sign-in/social'), person);
    back.searchParams.set(name, `${WRITTEN}\0`);
    log = '';
    const { status } = await stranger.get(back.pathname.slice('/api/auth'.length) + back.search);
    expect(status).toBe(400);
    expect(log).toBe('');
  });
});

it.each([200, 302, 400, 401, 500, 503])(
  'where the provider answers a code with %i and repeats it, the log has one line, at most a warning',
  async (status) => {
    provider.faults.repeating = status;
    try {
      expect(await comeBackWith({ code: WRITTEN })).toBe('/login?error=provider_failed');
    } finally {
      delete provider.faults.repeating;
    }
    expect(log).not.toBe('');
    expectOneLineAtMost(WARN);
  },
);
