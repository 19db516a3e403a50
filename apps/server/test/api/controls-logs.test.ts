// @module-tag long
// A server of its own with known secrets, a journey with everything that can fail, and every line that it wrote.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createWire, type WireAnswer } from '../../../../test/fuzz/wire.ts';
import { withoutInstallation } from '../../../../tools/setup/environment.mjs';
import { freePort } from '../../src/platform/free-port.ts';
import { newId } from '../../src/platform/work.ts';
import { createIdentityFixture, GOOD_PASSWORD, type IdentityFixture } from '../identity/identity-fixture.ts';
import { createSmtpInbox, type SmtpInbox } from '../notifications/smtp-inbox.ts';
import { atFullCost } from '../quick-passwords.setup.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const WAIT = { timeout: 120_000, interval: 200 };
const EMAIL = 'kanarienvogel@example.com';
/** Begins a command to a terminal; the only such character that a header can carry. */
const AGENT = 'Agent \u009b2J';

/** What the installation is set up with; none of it is anybody's business. */
const SETTINGS = {
  AUTH_SECRET: 'kanarie-auth-secret-0123456789abcdef',
  OAUTH_CLIENT_SECRET: 'kanarie-client-secret',
  TWELVEDATA_API_KEY: 'kanarie-api-key',
};
const SMTP_PASSWORD = 'kanarie-smtp-password';
/** What people bring: passwords, and what they write. */
const SAID = {
  password: GOOD_PASSWORD,
  wrongPassword: 'kanarie falsches passwort 1',
  newPassword: 'kanarie neues passwort 2',
  message: 'kanarie: das ist nur zwischen uns',
  name: 'Kanarie Beispiel',
  email: EMAIL,
};

let fixture: IdentityFixture;
let inbox: SmtpInbox;
let folder: string;
let child: ChildProcess;
let wire: ReturnType<typeof createWire>;
let output = '';
/** What the server handed out: cookies, tokens. */
const handedOut: string[] = [];
const statuses: number[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'botdepot-logs-'));
  fixture = await createIdentityFixture({ DEMO: '0', AUTH_SECRET: SETTINGS.AUTH_SECRET });
  inbox = await createSmtpInbox();
  const { password } = SAID;
  // A process of its own asks for it.
  await atFullCost(() =>
    fixture.auth.createUser({ email: EMAIL, name: 'Anna', role: 'user', password, demo: false }),
  );
  const [port, closed] = [await freePort(), await freePort()];
  child = spawn(process.execPath, [MAIN], {
    env: {
      ...withoutInstallation(process.env),
      ...SETTINGS,
      DATABASE_URL: fixture.url,
      DATA_DIR: folder,
      DEMO: '0',
      PORT: String(port),
      LOG_LEVEL: 'trace',
      // The inbox takes no logins, so every mail fails.
      SMTP_URL: inbox.url.replace('smtp://', `smtp://botdepot:${SMTP_PASSWORD}@`),
      MAIL_FROM: 'Botdepot <post@botdepot.example>',
      OAUTH_PROVIDER_NAME: 'Beispiel',
      OAUTH_CLIENT_ID: 'botdepot',
      OAUTH_DISCOVERY_URL: `http://127.0.0.1:${closed}/.well-known/openid-configuration`,
      PRICE_SOURCES: 'twelvedata',
      TWELVEDATA_URL: `http://127.0.0.1:${closed}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  wire = createWire(port);
  await vi.waitFor(async () => expect((await ask('GET', '/health')).status).toBe(200), WAIT);
  await journey();
  child.kill('SIGTERM');
  await once(child, 'exit');
});
afterAll(async () => {
  wire?.close();
  child?.kill('SIGKILL');
  await fixture?.close();
  await inbox?.goDown();
  await rm(folder, { recursive: true, force: true });
});

async function ask(
  method: string,
  target: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<WireAnswer> {
  const own = { 'content-type': 'application/json', 'idempotency-key': newId(), 'user-agent': AGENT };
  const answer = await wire.send({
    method,
    target,
    headers: Object.entries({ ...own, ...headers }),
    body: body && JSON.stringify(body),
    isRaw: false,
  });
  statuses.push(answer.status);
  for (const cookie of answer.headers.getSetCookie()) keep(/^[^=]+=([^;]*)/.exec(cookie)?.[1]);
  keep(answer.headers.get('set-auth-token'));
  return answer;
}

function keep(secret: string | null | undefined): void {
  if (!secret) return;
  handedOut.push(secret, decodeURIComponent(secret));
  // A signed cookie begins with the token itself.
  const [token] = decodeURIComponent(secret).split('.');
  if (token) handedOut.push(token);
}

/** Everything that people do, and then the same with the tables away that it needs. */
async function journey(): Promise<void> {
  const { wrongPassword, newPassword, message, name } = SAID;
  const everything = async () => {
    await ask('POST', '/api/auth/sign-up/email', { email: `neu-${EMAIL}`, password: newPassword, name });
    await ask('POST', '/api/auth/sign-in/email', { email: EMAIL, password: wrongPassword });
    const signedIn = await ask('POST', '/api/auth/sign-in/email', { email: EMAIL, password: SAID.password });
    const session = /^[^;]+/.exec(signedIn.headers.getSetCookie()[0] ?? '')?.[0];
    if (session) cookie = session;
    const own = { cookie };
    const token = /"token":"([^"]+)"/.exec((await ask('GET', '/api/auth/token', undefined, own)).text)?.[1];
    keep(token);
    await ask('GET', '/api/profile', undefined, { authorization: `Bearer ${token}` });
    await ask('POST', '/api/auth/update-user', { name }, own);
    await ask('POST', '/api/auth/change-password', { currentPassword: wrongPassword, newPassword }, own);
    await ask('POST', '/api/auth/two-factor/enable', { password: SAID.password }, own);
    await ask('POST', '/api/auth/request-password-reset', { email: EMAIL });
    await ask('POST', '/api/auth/reset-password', { token: 'kanarie-reset-token', newPassword });
    await ask('POST', '/api/auth/sign-in/social', { callbackURL: '/dashboard' });
    await ask('POST', '/api/deposits', { amountUsd: '10', cryptoCurrency: 'USDT' }, own);
    const chat = /"id":"([^"]+)"/.exec((await ask('POST', '/api/support/chats', {}, own)).text)?.[1];
    if (chat) chatId = chat;
    await ask('POST', `/api/support/chats/${chatId}/messages`, { clientId: newId(), message }, own);
    await ask('GET', '/api/profile/export', undefined, own);
    await ask('GET', '/api/wallet/%0d%0aX%1b%5b2J', undefined, own);
    await ask('GET', '/api/wallet', undefined, own);
  };
  let cookie = '';
  let chatId = newId();
  await everything();
  const { pool } = fixture.database;
  for (const table of [
    'auth_users',
    'auth_sessions',
    'auth_verifications',
    'support_messages',
    'user_wallets',
  ]) {
    await pool.query(`ALTER TABLE ${table} RENAME TO away`);
    await everything().finally(() => pool.query(`ALTER TABLE away RENAME TO ${table}`));
  }
}

describe('the log of a server on which everything failed once', () => {
  it('tells of failures, so that there was something to find', () => {
    expect(statuses).toContain(200);
    expect(statuses).toContain(500);
    expect(output).toContain('unexpected failure');
    expect(output.split('\n').length).toBeGreaterThan(30);
  });

  it.each(Object.entries({ ...SETTINGS, SMTP_PASSWORD }))(
    'names no setting that is secret: %s',
    (_name, secret) => {
      expect(linesWith(secret)).toEqual([]);
    },
  );

  it.each(Object.entries(SAID))('names nothing that people brought: %s', (_name, said) => {
    expect(linesWith(said)).toEqual([]);
  });

  it('names no cookie and no token', () => {
    expect(handedOut.length).toBeGreaterThan(3);
    for (const secret of [...new Set(handedOut), 'kanarie-reset-token'])
      if (secret.length > 8) expect(linesWith(secret)).toEqual([]);
  });

  it('is one line of JSON per event, whatever people send', () => {
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    expect(lines.length).toBeGreaterThan(30);
    for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal would obey.
    expect(output.split('\n').filter((line) => /[\u0000-\u001f\u007f-\u009f]/.test(line))).toEqual([]);
    const others = output.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('{'));
    // What a person who starts it reads.
    expect(others.filter((line) => !line.includes('Botdepot läuft'))).toEqual([]);
  });
});

/** Cut around the find, so that a failure can be read. */
function linesWith(secret: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.includes(secret))
    .map((line) => {
      const at = line.indexOf(secret);
      return `${line.slice(0, 160)} … ${line.slice(Math.max(0, at - 120), at + secret.length + 20)}`;
    })
    .slice(0, 3);
}
