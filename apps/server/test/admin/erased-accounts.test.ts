// @module-tag long
// An account that was deleted stays deleted, whichever older state of the database comes back: a whole installation, seen from outside.
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { approveDeposit } from '../../src/modules/wallet/index.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createLocalBus } from '../../src/platform/live-bus.ts';
import { createWorkRunner, newId, systemClock } from '../../src/platform/work.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../database.ts';
import { GOOD_PASSWORD } from '../identity/identity-fixture.ts';
import { createSmtpInbox } from '../notifications/smtp-inbox.ts';
import { type CommandName, runCommand } from '../run-command.ts';
import { personActor } from '../server-fixture.ts';

const LIST = 'erased-accounts';

type Somebody = { email: string; token: string; userId: string };
type Inbox = Awaited<ReturnType<typeof createSmtpInbox>>;

let home: string;
let backups: string;
let folder: string;
let inbox: Inbox;
let source: TestDatabase;
const targets: TestDatabase[] = [];
let gone: Somebody;
let stays: Somebody;

const settings = (name: string, url: string, more: Record<string, string> = {}) => ({
  DEMO: '0',
  AUTH_SECRET: 'x'.repeat(32),
  LOG_LEVEL: 'silent',
  PORT: '0',
  DATABASE_URL: url,
  DATA_DIR: join(home, name),
  ...more,
});

function start(environment: Record<string, string>): Promise<RunningServer> {
  const config = readConfig(environment);
  return startServer({ config, databaseUrl: config.databaseUrl ?? '', log: pino({ level: 'silent' }) });
}

async function call(server: RunningServer, method: string, path: string, body?: object, token?: string) {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': newId(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const read = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, body: read, headers: answer.headers };
}

/** With money in a bot, a request that waits, and a mail that is not sent yet. */
async function signUp(server: RunningServer, email: string): Promise<Somebody> {
  const { headers } = await call(server, 'POST', '/auth/sign-up/email', { email, password: GOOD_PASSWORD });
  const token = headers.get('set-auth-token') ?? '';
  const deposit = { amountUsd: '500', cryptoCurrency: 'USDT' };
  const first = await call(server, 'POST', '/deposits', deposit, token);
  const runWork = createWorkRunner({
    database: server.database,
    bus: createLocalBus(),
    clock: systemClock,
  });
  await runWork(personActor('admin'), (work) => approveDeposit(work, { id: String(first.body.id) }));
  await call(server, 'POST', '/deposits', deposit, token);
  const investment = { botType: 'smartbot', amountUsd: '200' };
  await vi.waitUntil(
    async () => (await call(server, 'POST', '/bot-investments', investment, token)).status === 201,
    { timeout: 60_000, interval: 500 },
  );
  const profile = await call(server, 'GET', '/profile', undefined, token);
  return { email, token, userId: String(profile.body.userId) };
}

const command = (name: CommandName, environment: Record<string, string>, ...args: string[]) =>
  runCommand(name, { ...process.env, ...environment }, ...args);

async function emptyTarget(): Promise<string> {
  const target = await createEmptyDatabase();
  targets.push(target);
  return target.url;
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const emails = async (url: string) =>
  (await query(url, 'SELECT email FROM auth_users ORDER BY email')).map(({ email }) => email);

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'erased-accounts-'));
  backups = join(home, 'backups');
  folder = join(backups, 'first');
  inbox = await createSmtpInbox();
  source = await createTestDatabase();
  const environment = settings('old', source.url, { BACKUP_DIR: backups });
  const server = await start(environment);
  gone = await signUp(server, 'anna@beispiel.example');
  stays = await signUp(server, 'bert@beispiel.example');
  await server.database.pool.query(
    `INSERT INTO notification_mails (id, user_id, title, message, created_at, next_attempt_at)
     SELECT gen_random_uuid(), id, 'Hinweis', 'Ein Hinweis.', now(), now() FROM auth_users`,
  );
  expect(await command('backup', environment, folder)).toMatchObject({ code: 0, err: '' });
  expect((await call(server, 'POST', '/profile/delete', {}, gone.token)).status).toBe(200);
  await server.stop();
});
afterAll(async () => {
  await inbox.goDown();
  for (const database of [source, ...targets]) await database.drop();
  await rm(home, { recursive: true });
});

describe('an account that was deleted after the backup', () => {
  it('stands in a list beside the backups at once, by its id alone', async () => {
    expect(await readFile(join(backups, LIST), 'utf8')).toBe(`${gone.userId}\n`);
  });

  it('is deleted again by the restore, and the books are right', async () => {
    const url = await emptyTarget();
    const restored = await command(
      'restore',
      settings('new', url, { BACKUP_DIR: join(home, 'new') }),
      folder,
    );
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toMatch(/1 gelöschtes Konto erneut gelöscht\.\n\d+ Regeln geprüft, 0 verletzt\.\n$/);
    expect(await emails(url)).toEqual([stays.email]);
    // Also the installation that was restored tells the next one.
    expect(await readFile(join(home, 'new', LIST), 'utf8')).toBe(`${gone.userId}\n`);
  });

  it('is deleted again before the server starts, and nothing is written to it, when the database came back otherwise', async () => {
    const url = await emptyTarget();
    await restoreBackup({ databaseUrl: url, folder });
    expect(await emails(url)).toEqual([gone.email, stays.email]);
    await query(
      url,
      `UPDATE bot_ticks SET at = at - interval '1 hour';
       UPDATE auth_users SET locked_at = now(), locked_reason = 'Verdacht', role = 'admin' WHERE email = '${gone.email}'`,
    );
    const smtp = { SMTP_URL: inbox.url, MAIL_FROM: 'Botdepot <post@botdepot.example>' };
    const server = await start(settings('third', url, { BACKUP_DIR: backups, ...smtp }));
    expect(await emails(url)).toEqual([stays.email]);
    await vi.waitUntil(() => inbox.received.length > 0, { timeout: 30_000 });
    await server.stop();
    expect(new Set(inbox.received.map(({ to }) => to))).toEqual(new Set([stays.email]));
    expect(await query(url, `SELECT FROM notification_mails WHERE user_id = '${gone.userId}'`)).toEqual([]);
  });
});

describe('a restore', () => {
  it('is refused where the list is missing or damaged', async () => {
    const alone = join(home, 'alone', 'first');
    await mkdir(alone, { recursive: true });
    const { tables } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
    for (const file of ['manifest.json', ...tables.map(({ file }: { file: string }) => file)])
      await copyFile(join(folder, file), join(alone, file));
    const url = await emptyTarget();
    const environment = settings('fourth', url);
    expect(await command('restore', environment, alone)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('Liste der gelöschten Konten'),
    });
    await writeFile(join(home, 'alone', LIST), `${gone.userId}\n0193a5b2-7c4e\n`);
    expect(await command('restore', environment, alone)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('Zeile 2'),
    });
    expect(await query(url, `SELECT FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
  });
});
