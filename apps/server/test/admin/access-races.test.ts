import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeRole, lockUser } from '../../src/modules/identity/index.ts';
import { newId } from '../../src/platform/work.ts';
import { expectCodes, openPoolWithoutLocks, race } from '../races.ts';
import { personActor } from '../server-fixture.ts';
import { type AccessWorld, openAccessWorld, type Person, REASON } from './access-world.ts';

let world: AccessWorld;
let admin: Person;

beforeAll(async () => {
  world = await openAccessWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  admin = await world.someone('admin');
});

describe('a session that begins while its account is locked', () => {
  it('does not begin when the lock was first', async () => {
    const anna = await world.someone();
    const client = await world.fixture.database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(`SELECT FROM auth_users WHERE id = $1 FOR UPDATE`, [anna.userId]);
      await client.query(`UPDATE auth_users SET locked_at = now(), locked_reason = 'x' WHERE id = $1`, [
        anna.userId,
      ]);
      // The login sees no lock yet, and waits at the door.
      const login = world.signIn(anna.visitor, anna.email);
      await waitForLock(client);
      await client.query('COMMIT');
      expect(await login).toMatchObject({ status: 403, body: { code: 'ACCOUNT_LOCKED' } });
    } finally {
      client.release();
    }
  });

  it('ends with the lock when it was first', async () => {
    const anna = await world.someone();
    const client = await world.fixture.database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(
        `INSERT INTO auth_sessions (id, token, user_id, expires_at)
         VALUES ($1, $2, $3, now() + interval '1 day')`,
        [newId(), newId(), anna.userId],
      );
      const lock = world.change(admin, anna, 'lock');
      await waitForLock(client);
      await client.query('COMMIT');
      expect((await lock).status).toBe(200);
    } finally {
      client.release();
    }
    expect(await world.countSessions(anna)).toBe(0);
  });

  it('never survives, however the two meet', async () => {
    const anna = await world.someone();
    for (let round = 0; round < 6; round++) {
      await world.fixture.database.pool.query('DELETE FROM rate_limits');
      const logins = Array.from({ length: 3 }, () => world.signIn(anna.visitor, anna.email));
      const [locked] = await Promise.all([world.change(admin, anna, 'lock'), ...logins]);
      expect(locked.status).toBe(200);
      expect(await world.countSessions(anna), `round ${round}`).toBe(0);
      expect((await world.change(admin, anna, 'unlock')).status).toBe(200);
    }
  });
});

/** Until somebody waits for what this connection holds. Asked elsewhere: a transaction sees one moment of the activity. */
async function waitForLock(holder: { query(text: string): Promise<{ rows: { pid: number }[] }> }) {
  const { rows } = await holder.query('SELECT pg_backend_pid() AS pid');
  for (;;) {
    const found = await world.fixture.database.pool.query(
      'SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))',
      [rows[0]?.pid],
    );
    if (found.rowCount) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** An admin who has nothing but the role. */
async function colleague(): Promise<string> {
  const id = newId();
  await world.fixture.database.pool.query(
    `INSERT INTO auth_users (id, name, email, role) VALUES ($1::uuid, 'Probe', $1::text || '@probe.example', 'admin')`,
    [id],
  );
  return id;
}

/** Both want to take the other's rights at the same moment, one way or another. */
async function contest(pool: Parameters<typeof race>[0]): Promise<string[]> {
  const [anna, berta] = [await colleague(), await colleague()];
  const against = (actor: string, other: string) => {
    const input = { id: other, reason: REASON };
    const locks = randomInt(2) === 0;
    return {
      actor: personActor('admin', actor),
      run: (work: Parameters<typeof lockUser>[0]) =>
        locks
          ? lockUser(work, input)
          : changeRole(work, { ...input, role: 'user' as const, adminField: 'all' }),
    };
  };
  const outcomes = await race(pool, [against(anna, berta), against(berta, anna)]);
  const { rows } = await world.fixture.database.pool.query(
    `SELECT count(*)::int AS left FROM auth_users WHERE id = ANY($1) AND role = 'admin' AND locked_at IS NULL`,
    [[anna, berta]],
  );
  const left = rows[0].left === 1 ? [] : [`${rows[0].left} admins are left`];
  return [...expectCodes(outcomes, 'FORBIDDEN, ok'), ...left];
}

describe('two admins who take the rights from each other at once', () => {
  it('leave exactly one of them', async () => {
    for (let round = 0; round < 20; round++)
      expect(await contest(world.fixture.database.pool), `round ${round}`).toEqual([]);
  });

  it('would leave none without the locks, so the test can fail', async () => {
    const pool = openPoolWithoutLocks(world.fixture.url, 4);
    const faults: string[] = [];
    for (let round = 0; round < 20 && faults.length === 0; round++) faults.push(...(await contest(pool)));
    await pool.end();
    expect(faults).not.toEqual([]);
  });
});
