// What an operator types: the first admin, and the books to be checked.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RECONCILIATION_CHECKS } from '../../src/modules/admin/reconciliation/checks.ts';
import { type AccessWorld, openAccessWorld } from '../admin/access-world.ts';
import { codeFor } from '../authenticator.ts';
import { createEmptyDatabase } from '../database.ts';
import { GOOD_PASSWORD } from '../identity/identity-fixture.ts';
import { type CommandName, type Outcome, runCommand, startCommand } from '../run-command.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

let world: AccessWorld;
let books: ServerFixture;
beforeAll(async () => {
  world = await openAccessWorld();
  books = await createServerFixture();
});
afterAll(async () => {
  await world.close();
  await books.close();
});

const urlFor = (name: 'admin' | 'verify-ledger') => (name === 'admin' ? world.fixture : books).url;

function command(name: 'admin' | 'verify-ledger', ...args: string[]): Promise<Outcome> {
  return commandOn(urlFor(name), name, ...args);
}

/** As an operator has it who is given the database and nothing else: no demo, and no key of the installation. */
function commandOn(url: string, name: CommandName, ...args: string[]): Promise<Outcome> {
  return runCommand(name, { ...process.env, DATABASE_URL: url }, ...args);
}

/** The same as a process of its own. The machine is anywhere: what is said does not depend on its zone. */
function startOn(url: string, name: CommandName, ...args: string[]): Promise<Outcome> {
  return startCommand(name, { ...process.env, TZ: 'America/New_York', DATABASE_URL: url }, ...args);
}

describe('npm run admin', () => {
  it('makes an admin whose password is shown once, and signs in', async () => {
    const made = await command('admin', 'create', ' Chefin@Beispiel.example ');
    expect(made).toMatchObject({ code: 0, err: '' });
    const password = /Passwort: (\S+)\n/.exec(made.out)?.[1] ?? '';
    expect(password).toMatch(/^([a-zA-Z2-9]{5}-){3}[a-zA-Z2-9]{5}$/);
    const visitor = world.visitor();
    expect(await world.signIn(visitor, 'chefin@beispiel.example', password)).toMatchObject({ status: 200 });
    expect(await visitor.resolve()).toMatchObject({ role: 'admin' });
    const again = await command('admin', 'create', 'chefin@beispiel.example');
    expect(again).toEqual({
      code: 0,
      err: '',
      out: 'chefin@beispiel.example ist schon Administrator, Bereich: Alles.\n',
    });
    const { rows } = await world.fixture.database.pool.query(
      `SELECT a.action, a.after FROM audit_log a JOIN auth_users u ON u.id = a.subject_id
       WHERE u.email = 'chefin@beispiel.example' AND a.action <> 'user.signed_in'`,
    );
    expect(rows).toEqual([{ action: 'user.role_changed', after: { role: 'admin', adminField: 'all' } }]);
  });

  it('limits an admin to a field, new or not, but never the last one who may do everything', async () => {
    const { pool } = world.fixture.database;
    await pool.query(`UPDATE auth_users SET role = 'user'`);
    const limited = (...fields: string[]) => command('admin', 'create', 'hilfe@beispiel.example', ...fields);
    const last = {
      code: 1,
      out: '',
      err: 'Mindestens ein Administrator muss alles dürfen. Legen Sie erst einen ohne --field an.\n',
    };
    expect(await limited('--field', 'support')).toEqual(last);
    const { rows } = await pool.query(`SELECT 1 FROM auth_users WHERE email = 'hilfe@beispiel.example'`);
    expect(rows).toEqual([]);
    expect((await command('admin', 'create', 'alles@beispiel.example')).out).toContain('Bereich:  Alles\n');
    expect((await limited('--field', 'support')).out).toContain('Bereich:  Support\n');
    expect(await limited()).toMatchObject({ code: 0, out: expect.stringContaining('Bereich: Support.') });
    expect(await limited('--field=audit')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Bereich: Aufsicht'),
    });
    expect((await command('admin', 'list')).out).toMatch(/hilfe@beispiel\.example {2}Aufsicht {2}Konto seit/);
    expect(await command('admin', 'create', 'alles@beispiel.example', '--field', 'review')).toEqual(last);
    for (const wrong of [
      ['--field'],
      ['--field', 'kasse'],
      ['--rolle', 'audit'],
      ['--field', 'audit', 'mehr'],
    ])
      expect(await limited(...wrong)).toMatchObject({ code: 2, out: '' });
  });

  it('makes one of a customer, whose password stays', async () => {
    const anna = await world.someone();
    const made = await command('admin', 'create', anna.email);
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('Das Passwort bleibt unverändert') });
    const visitor = world.visitor();
    expect(await world.signIn(visitor, anna.email, GOOD_PASSWORD)).toMatchObject({ status: 200 });
    expect(await visitor.resolve()).toMatchObject({ role: 'admin' });
  });

  it('makes none of a locked account, which could not come in, and shows the lock of one', async () => {
    const [anna, boss] = [await world.someone(), await world.someone('admin')];
    await world.fixture.database.pool.query(
      `UPDATE auth_users SET locked_at = now(), locked_reason = 'Verdacht' WHERE id = ANY($1)`,
      [[anna.userId, boss.userId]],
    );
    expect(await command('admin', 'create', anna.email)).toEqual({
      code: 1,
      out: '',
      err: `${anna.email} ist gesperrt. Heben Sie die Sperre erst in der Verwaltung auf.\n`,
    });
    const { rows } = await world.fixture.database.pool.query('SELECT role FROM auth_users WHERE id = $1', [
      anna.userId,
    ]);
    expect(rows).toEqual([{ role: 'user' }]);
    expect((await command('admin', 'list')).out).toMatch(new RegExp(`${boss.email} .* \\(gesperrt\\)\n`));
  });

  it('lists them, with the day of their account as it was in Berlin', { tags: ['long'] }, async () => {
    const boss = await world.someone('admin');
    await world.fixture.database.pool.query(
      `UPDATE auth_users SET created_at = '2026-02-28T23:30:00Z' WHERE id = $1`,
      [boss.userId],
    );
    const { code, out } = await startOn(urlFor('admin'), 'admin', 'list');
    expect(code).toBe(0);
    expect(out).toContain(`${boss.email}  Alles  Konto seit 1.3.2026\n`);
  });

  it('says what it takes when it is asked nothing, or given no address', async () => {
    for (const args of [[], ['create', 'niemand']])
      expect(await command('admin', ...args)).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining('npm run admin -- create EMAIL'),
      });
  });
});

describe('npm run admin -- reset-second-factor', () => {
  const pool = () => world.fixture.database.pool;

  it('lets somebody in with the password alone, ends every session, and tells them', async () => {
    const anna = await world.someone();
    const { body } = await anna.visitor.post('/two-factor/enable', { password: GOOD_PASSWORD });
    const code = await codeFor(String(body?.totpURI));
    expect((await anna.visitor.post('/two-factor/verify-totp', { code })).status).toBe(200);
    const asked = { twoFactorRedirect: true };
    expect((await world.signIn(world.visitor(), anna.email)).body).toMatchObject(asked);

    // Where the server has one, the command is given the same; nothing is sent here.
    vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:9');
    vi.stubEnv('MAIL_FROM', 'konto@beispiel.example');
    const answer = await command('admin', 'reset-second-factor', ` ${anna.email.toUpperCase()} `);
    vi.unstubAllEnvs();
    expect(answer).toEqual({
      code: 0,
      err: '',
      out: `Die Anmeldung in zwei Schritten ist für ${anna.email} ausgeschaltet, und alle Sitzungen sind beendet.\n`,
    });
    expect(await world.countSessions(anna)).toBe(0);
    const later = world.visitor();
    expect((await world.signIn(later, anna.email)).body).toHaveProperty('user');
    expect(await later.resolve()).toMatchObject({ email: anna.email });
    // It can be set up anew, with another secret.
    expect((await later.post('/two-factor/enable', { password: GOOD_PASSWORD })).status).toBe(200);

    const { rows } = await pool().query(
      `SELECT action, actor_id, after FROM audit_log WHERE subject_id = $1 ORDER BY seq`,
      [anna.userId],
    );
    expect(rows).toEqual([{ action: 'user.reset_second_factor', actor_id: null, after: { sessions: 0 } }]);
    const told = 'Anmeldung in zwei Schritten zurückgesetzt';
    for (const table of ['user_notifications', 'notification_mails']) {
      const { rowCount } = await pool().query(`SELECT FROM ${table} WHERE user_id = $1 AND title = $2`, [
        anna.userId,
        told,
      ]);
      expect(rowCount, table).toBe(1);
    }
  });

  it('does nothing where there is none, and says so', async () => {
    const bert = await world.someone();
    expect(await command('admin', 'reset-second-factor', bert.email)).toEqual({
      code: 1,
      out: '',
      err: `${bert.email} hat keinen zweiten Faktor.\n`,
    });
    expect(await world.countSessions(bert)).toBe(1);
    expect(await command('admin', 'reset-second-factor', 'niemand@beispiel.example')).toEqual({
      code: 1,
      out: '',
      err: 'Es gibt kein Konto mit der Adresse niemand@beispiel.example.\n',
    });
  });
});

describe('npm run verify-ledger', () => {
  it('ends with 0 when every rule holds, and with 1 when one is broken', async () => {
    await books.createCustomer('250');
    const right = await command('verify-ledger');
    expect(right).toMatchObject({ code: 0, err: '' });
    expect(right.out).toMatch(/ {5}1 Buchungen, Summe 250,00 USDT.*\n\d+ Regeln geprüft, 0 verletzt\.\n$/s);
    // The same list as on the page of the reconciliation, and the same number.
    const rules = right.out.split('\n').filter((line) => /^in Ordnung /.test(line));
    expect(rules.map((line) => /\(([\w-]+)\)$/.exec(line)?.[1])).toEqual(
      RECONCILIATION_CHECKS.map(({ name }) => name),
    );
    expect(right.out).toContain(`\n${RECONCILIATION_CHECKS.length} Regeln geprüft`);
    await books.database.pool.query('UPDATE user_wallets SET usd_balance = usd_balance + 1');
    const wrong = await startOn(urlFor('verify-ledger'), 'verify-ledger');
    expect(wrong.code).toBe(1);
    expect(wrong.out).toMatch(/VERLETZT {4}.*\n.*\n +1 Fall, zum Beispiel /);
    expect(wrong.out).toMatch(/ Regeln geprüft, [1-9]\d* verletzt\.\n$/);
  });

  it('ends with 2 and names the rule when the database gives up on it: that says nothing about the books', async () => {
    const { pool } = books.database;
    const client = await pool.connect();
    try {
      await client.query('BEGIN; LOCK TABLE ledger_entries IN ACCESS EXCLUSIVE MODE');
      const running = command('verify-ledger');
      await vi.waitUntil(
        async () => {
          const { rowCount } = await pool.query(
            `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND application_name = 'botdepot-command' AND wait_event_type = 'Lock'`,
          );
          return rowCount === 1;
        },
        { timeout: 20_000, interval: 50 },
      );
      const { code, out, err } = await running;
      expect(code).toBe(2);
      expect(out).not.toContain('verletzt');
      expect(err).toBe(
        'Nicht zu Ende geprüft: Die Datenbank brach die Regel „Alle Buchungszeilen zusammen ergeben 0.“ (entries-sum-to-zero) ab. Eine Abfrage darf höchstens 5 Minuten dauern.\n',
      );
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

describe('without a database', () => {
  it.each<[CommandName, number, string, string]>([
    ['verify-ledger', 2, 'postgres://somebody:geheim@127.0.0.1:1/botdepot', '127.0.0.1:1'],
    ['verify-ledger', 2, 'postgres://somebody:geheim@nirgends.invalid/botdepot', 'nirgends.invalid:5432'],
    ['backup', 1, 'postgres://somebody:geheim@127.0.0.1:1/botdepot', '127.0.0.1:1'],
    ['admin', 1, 'postgres://somebody:geheim@127.0.0.1:1/botdepot', '127.0.0.1:1'],
  ])('npm run %s ends with %i and one German sentence', async (name, code, url, where) => {
    const args = name === 'admin' ? ['list'] : [];
    expect(await commandOn(url, name, ...args)).toEqual({
      code,
      out: '',
      err: `Die Datenbank unter ${where} (DATABASE_URL) ist nicht zu erreichen. Läuft sie, und stimmt die Adresse?\n`,
    });
  });

  it('is told apart from a database that lets nobody in', async () => {
    const url = new URL(books.url);
    url.pathname = '/gibt-es-nicht';
    const { code, out, err } = await commandOn(url.href, 'verify-ledger');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(
      /^Die Datenbank unter \S+ \(DATABASE_URL\) lässt niemanden herein: .*gibt-es-nicht.*\n$/,
    );
  });
});

describe('npm run backup and npm run restore', { tags: ['long'] }, () => {
  it('carry the books into an empty database, which then are checked', async () => {
    const source = await createServerFixture();
    const target = await createEmptyDatabase();
    const home = await mkdtemp(join(tmpdir(), 'operator-test-'));
    const folder = join(home, 'backup');
    try {
      await source.createCustomer('250');
      expect(await startOn(source.url, 'backup', folder)).toMatchObject({ code: 0, err: '' });
      const restored = await startOn(target.url, 'restore', folder);
      expect(restored).toMatchObject({ code: 0, err: '' });
      expect(restored.out).toMatch(/^Wiederhergestellt: .*\n\d+ Regeln geprüft, 0 verletzt\.\n$/);
      const books = await commandOn(target.url, 'verify-ledger');
      expect(books.out).toMatch(/ {5}1 Buchungen, Summe 250,00 USDT/);
      const again = await commandOn(target.url, 'restore', folder);
      expect(again).toMatchObject({ code: 1, out: '', err: expect.stringContaining('leer') });
    } finally {
      await source.close();
      await target.drop();
      await rm(home, { recursive: true });
    }
  });
});
