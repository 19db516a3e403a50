import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DAY_MS } from '@botdepot/trading';
import type { QueryConfig } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createBackup } from '../../src/backup/create-backup.ts';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { RECONCILIATION_CHECKS, runChecks } from '../../src/modules/admin/index.ts';
import {
  createRecordThinning,
  createTrackRecordDownloads,
  readHeads,
  readSealedLines,
} from '../../src/modules/bots/index.ts';
import type { Tx } from '../../src/platform/database.ts';
import { createEmptyDatabase } from '../database.ts';
import { expectSound } from '../invariants.ts';
import { rounds } from '../rounds.ts';
import { createServerFixture } from '../server-fixture.ts';
import { type BotsFixture, createBotsFixture } from './bots-fixture.ts';
import { mortalDatabase } from './mortal-database.ts';
import {
  type Customer,
  chartsOf,
  figuresOf,
  night,
  numbersFrom,
  seal,
  strikesOf,
  thin,
} from './thinning-world.ts';
import { sealedLines, verifyLines } from './track-record-fixture.ts';

const count = async (fixture: BotsFixture, statement: string): Promise<number> =>
  Number(
    (await fixture.database.pool.query<{ count: string }>(`SELECT count(*) ${statement}`)).rows[0]?.count,
  );

async function expectSoundRecords(fixture: BotsFixture): Promise<void> {
  await expectSound(fixture);
  const checks = RECONCILIATION_CHECKS.filter(({ area }) => area === 'track-record');
  const { results } = await runChecks(fixture.database, checks, { onProgress: () => undefined });
  expect(results.flatMap(({ sample }) => sample)).toEqual([]);
}

const seeds = process.env.THINNING_SEED
  ? [Number(process.env.THINNING_SEED)]
  : Array.from({ length: rounds({ short: 1, full: 12 }) }, () => Math.floor(Math.random() * 2 ** 31));

describe.each(seeds)('a history of nights (THINNING_SEED=%i)', (seed) => {
  it('has the same downloads and figures before and after it is thinned, whenever that is', async () => {
    const random = numbersFrom(seed);
    const fixture = await createBotsFixture({ seed: seed % 1000 });
    try {
      const customers: Customer[] = [
        await fixture.createCustomer('900000'),
        await fixture.createCustomer('900000'),
      ];
      let moved = 0;
      for (let nights = 0; nights < 5; nights++) {
        await night(fixture, random, customers);
        if (random() < 0.4 && nights < 4) continue;
        const [figures, strikes] = [await figuresOf(fixture, customers), await strikesOf(fixture)];
        const before = await count(fixture, 'FROM track_record_seals');
        const now = await thin(fixture, fixture.database, Math.floor(random() * 2));
        moved += now;
        expect(await figuresOf(fixture, customers)).toEqual(figures);
        for (const [at, nav] of await chartsOf(fixture))
          if (strikes.has(at)) expect(nav).toBe(strikes.get(at));
        if (now > 0) expect(await count(fixture, 'FROM track_record_seals')).toBeLessThan(before);
        await expectSoundRecords(fixture);
      }
      expect(moved).toBeGreaterThan(1);
      expect(verifyLines(await sealedLines(fixture.database, 7)).deviation).toBeNull();
    } finally {
      await fixture.close();
    }
  }, 240_000);
});

describe('a thinned record', () => {
  let fixture: BotsFixture;
  let lines: string[];
  beforeAll(async () => {
    fixture = await createBotsFixture({ seed: 11 });
    const customers = [await fixture.createCustomer('900000')];
    const random = numbersFrom(4);
    for (let nights = 0; nights < 4; nights++) await night(fixture, random, customers);
    lines = await sealedLines(fixture.database);
  });
  afterAll(() => fixture.close());

  const moved = () => count(fixture, 'FROM track_record_days');

  it('waits until a day is old enough, and is whole after a kill at any statement', async () => {
    expect(await thin(fixture, fixture.database, 400)).toBe(0);
    const mortal = mortalDatabase(fixture.url);
    try {
      for (let statement = 1; statement < 60; statement += 4) {
        mortal.dieAt(statement, statement % 8 === 1);
        await thin(fixture, mortal.database, 0).catch(() => undefined);
        mortal.dieAt(0, false);
        expect(await sealedLines(fixture.database)).toEqual(lines);
        await expectSound(fixture);
      }
    } finally {
      await mortal.database.close();
    }
    await thin(fixture, fixture.database, 0);
    expect(await moved()).toBeGreaterThan(3);
    expect(await thin(fixture, fixture.database, 0), 'a second time there is nothing').toBe(0);
    expect(await sealedLines(fixture.database)).toEqual(lines);
    await expectSoundRecords(fixture);
  });

  it('keeps what something refers to, the last strike of every day and the newest state', async () => {
    const named = `SELECT nav_seq FROM bot_fills UNION SELECT nav_seq FROM bot_unit_entries
      UNION SELECT nav_seq FROM track_record_seals WHERE kind <> 'bar' UNION SELECT nav_seq FROM bot_state_snapshots
      UNION SELECT max(seq) FROM bot_nav GROUP BY portfolio_id, ((at - interval '1 ms') AT TIME ZONE 'UTC')::date`;
    expect(
      await count(fixture, `FROM (${named}) n(seq) WHERE seq > 0 AND seq NOT IN (SELECT seq FROM bot_nav)`),
    ).toBe(0);
    expect(
      await count(
        fixture,
        `FROM bot_state_snapshots s JOIN track_record_days d ON d.portfolio_id = s.portfolio_id
           AND s.nav_seq + 1 BETWEEN d.first_seq AND d.last_seq`,
      ),
      'of moved days',
    ).toBe(0);
    expect(await count(fixture, 'FROM bot_state_snapshots')).toBeGreaterThan(0);
    expect(
      await count(fixture, "FROM track_record_seals WHERE kind = 'bar'"),
      'of the last day',
    ).toBeGreaterThan(0);
    const gone = (
      await fixture.database.pool.query(
        'SELECT sum(cardinality(kept)) AS kept, sum(last_seq - first_seq + 1) AS all FROM track_record_days',
      )
    ).rows[0];
    expect(Number(gone.kept)).toBeLessThan(Number(gone.all));
  });

  it('is downloaded as before, also while it is being thinned', async () => {
    const downloads = createTrackRecordDownloads(fixture);
    try {
      const response = await downloads.serve('smartbot.ndjson.gz');
      const bytes = new Uint8Array((await response?.arrayBuffer()) ?? new ArrayBuffer(0));
      expect(gunzipSync(bytes).toString('utf8').trimEnd().split('\n')).toEqual(lines);
    } finally {
      await downloads.close();
    }
    await night(fixture, numbersFrom(8), [await fixture.createCustomer('900000')]);
    const whole = await sealedLines(fixture.database);
    const head = (await readHeads(fixture.database.db)).get('smartbot')!;
    // Between any two statements of the reader.
    let statements = 0;
    const client = new Proxy(fixture.database.db.$client, {
      get: (target, name) =>
        name === 'query'
          ? async (statement: QueryConfig) => {
              statements += 1;
              if (statements === 6) expect(await thin(fixture, fixture.database, 0)).toBe(1);
              return target.query(statement);
            }
          : Reflect.get(target, name),
    });
    const racing = new Proxy(fixture.database.db, {
      get: (target, name) => (name === '$client' ? client : Reflect.get(target, name)),
    }) as Tx;
    const read: string[] = [];
    const range = { after: head.position - 12, upTo: head.position };
    for await (const records of readSealedLines(racing, head.bot.id, range, 4))
      read.push(...records.map(({ line }) => line));
    expect(statements).toBeGreaterThan(8);
    expect(read).toEqual(whole.slice(-12).map((line) => line.slice(68, -1)));
    lines = whole;
  });

  /** Lets `look` see the tables after a change that their triggers forbid, and takes it back. */
  async function tampered<T>(statement: string, look: (tx: Tx) => Promise<T>): Promise<T> {
    let seen: { result: T } | undefined;
    await fixture.database
      .transaction(async (tx) => {
        for (const table of ['track_record_days', 'bot_nav', 'bot_fills'])
          await tx.$client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
        const { rowCount } = await tx.$client.query(statement);
        expect(rowCount).toBeGreaterThan(0);
        seen = { result: await look(tx) };
        throw new Error('taken back');
      })
      .catch((error: Error) => {
        if (error.message !== 'taken back') throw error;
      });
    return seen!.result;
  }
  const OF_DAY = `portfolio_id = (SELECT portfolio_id FROM track_record_days ORDER BY day LIMIT 1)`;
  const KEPT = `(SELECT kept[1] FROM track_record_days ORDER BY day LIMIT 1)`;
  it.each([
    [
      'the NAV of a strike that stayed',
      `UPDATE bot_nav SET nav = nav + 1e-12 WHERE ${OF_DAY} AND seq = ${KEPT}`,
    ],
    ['a strike that stayed is gone', `DELETE FROM bot_nav WHERE ${OF_DAY} AND seq = ${KEPT}`],
    [
      'a fill is gone',
      `DELETE FROM bot_fills WHERE ctid = (SELECT ctid FROM bot_fills ORDER BY bar_at, sequence LIMIT 1)`,
    ],
    [
      'a fill is another',
      `UPDATE bot_fills SET price = price * 1.001 WHERE ctid = (SELECT ctid FROM bot_fills ORDER BY bar_at, sequence LIMIT 1)`,
    ],
    [
      'other lines',
      `UPDATE track_record_days SET lines = (SELECT lines FROM track_record_days ORDER BY day DESC LIMIT 1) WHERE day = (SELECT min(day) FROM track_record_days)`,
    ],
    [
      'no gzip',
      `UPDATE track_record_days SET lines = substring(lines from 1 for length(lines) / 2) WHERE day = (SELECT min(day) FROM track_record_days)`,
    ],
    [
      'another hash',
      `UPDATE track_record_days SET last_hash = sha256(last_hash) WHERE day = (SELECT min(day) FROM track_record_days)`,
    ],
    ['a day is gone', `DELETE FROM track_record_days WHERE day = (SELECT min(day) FROM track_record_days)`],
  ])('gives a change away: %s', async (_, statement) => {
    const check = RECONCILIATION_CHECKS.find(({ name }) => name === 'track-record-smartbot');
    const found = await tampered(statement, (tx) => check!.run(tx, new AbortController().signal));
    expect(found.violations).toBe(1);
  });

  it.each([
    ['strikes', `DELETE FROM bot_nav`],
    ['a strike of a moved day that stays', `DELETE FROM bot_nav WHERE ${OF_DAY} AND seq = ${KEPT}`],
    ['strikes of a day that was not moved', `DELETE FROM bot_nav WHERE seq = (SELECT max(seq) FROM bot_nav)`],
    ['seals', 'DELETE FROM track_record_seals'],
    ['a seal that opens a series', `DELETE FROM track_record_seals WHERE kind = 'open'`],
    ['protocol', 'DELETE FROM bot_protocol'],
    ['the newest state', 'DELETE FROM bot_state_snapshots'],
    ['a moved day', 'DELETE FROM track_record_days'],
    ['a moved day’s lines', `UPDATE track_record_days SET lines = ''`],
    ['fills', 'DELETE FROM bot_fills'],
  ])('loses nothing else: %s', async (_, statement) => {
    await expect(fixture.database.pool.query(statement)).rejects.toThrow('append-only');
  });

  it('takes no day in that is not what was sealed, nor the end of the chain', async () => {
    await fixture.run(3);
    await seal(fixture);
    const day = (changes: Record<string, string>) => {
      const values = {
        portfolio_id: 'n.portfolio_id',
        day: 'strike_day(n.at)',
        bot_id: 's.bot_id',
        first_position: 's.position',
        last_position: 's.position',
        first_seq: 'n.seq',
        last_seq: 'n.seq',
        kept: "'{}'",
        hash_before: "''",
        last_hash: 's.hash',
        lines: "''",
        ...changes,
      };
      return `INSERT INTO track_record_days (${Object.keys(values).join(', ')}) SELECT ${Object.values(values).join(', ')}
        FROM track_record_seals s JOIN bot_nav n ON n.portfolio_id = s.portfolio_id AND n.seq = s.nav_seq
        WHERE s.kind = 'bar' AND s.position = (SELECT position FROM track_record_chains)`;
    };
    for (const changes of [
      {},
      { last_hash: "sha256('')" },
      { first_position: 's.position - 1', last_position: 's.position - 1' },
      { first_seq: 'n.seq + 1', last_seq: 'n.seq + 1' },
      { day: 'strike_day(n.at) - 1' },
    ])
      await expect(fixture.database.pool.query(day(changes))).rejects.toThrow('is not what was sealed');
  });
});

describe('a day that is not as it was sealed', () => {
  let fixture: BotsFixture;
  afterEach(() => fixture.close());

  it('stays, is logged and found, and the days after it are moved', async () => {
    fixture = await createBotsFixture({ seed: 3 });
    const customers = [await fixture.createCustomer('900000')];
    const random = numbersFrom(6);
    for (let nights = 0; nights < 4; nights++) await night(fixture, random, customers);
    await fixture.database.transaction(async (tx) => {
      await tx.$client.query('ALTER TABLE bot_nav DISABLE TRIGGER USER');
      await tx.$client.query('UPDATE bot_nav SET fee = fee - 1e-7 WHERE seq = 3');
      await tx.$client.query('ALTER TABLE bot_nav ENABLE TRIGGER USER');
    });
    const strikes = await count(fixture, 'FROM bot_nav WHERE seq < 8');
    const logged: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => logged.push(line) });
    expect(await thin(fixture, fixture.database, 0, log)).toBeGreaterThan(1);
    expect(await count(fixture, 'FROM bot_nav WHERE seq < 8')).toBe(strikes);
    expect(logged.join()).toContain('is not as it was sealed');
    expect(logged).toHaveLength(1);
    const check = RECONCILIATION_CHECKS.find(({ name }) => name === 'track-record-smartbot');
    const { results } = await runChecks(fixture.database, [check!], { onProgress: () => undefined });
    expect(results[0]?.sample).toMatchObject([{ record: 4, field: 'hash' }]);
  });
});

it('a leader that has lost its place moves nothing, and the next one what is over 400 days old', async () => {
  const fixture = await createBotsFixture({ seed: 5 });
  try {
    const random = numbersFrom(2);
    for (let nights = 0; nights < 2; nights++)
      await night(fixture, random, [await fixture.createCustomer('900000')]);
    const old = fixture.term();
    await fixture.takeOver();
    await expect(thin({ ...fixture, term: () => old }, fixture.database, 0)).rejects.toThrow('leadership');
    expect(await count(fixture, 'FROM track_record_days')).toBe(0);
    const today = Math.floor(fixture.clock.now().getTime() / DAY_MS);
    const later = (days: number) => ({
      clock: { now: () => new Date((today + days) * DAY_MS) },
      term: fixture.term,
    });
    // The oldest day is over when the one after it begins; the end of the chain stays whatever its age.
    const first = await fixture.database.pool.query<{ at: Date }>('SELECT min(at) AS at FROM bot_nav');
    const oldest = Math.floor(first.rows[0]!.at.getTime() / DAY_MS) - today;
    expect(await thin(later(oldest + 400), fixture.database)).toBe(0);
    const idle = createRecordThinning({
      ...{ database: fixture.database, clock: later(9_000).clock, log: pino({ level: 'silent' }) },
      term: () => null,
    });
    idle.wake();
    await idle.idle();
    expect(await count(fixture, 'FROM track_record_days'), 'a follower leaves it alone').toBe(0);
    expect(await thin(later(oldest + 401), fixture.database)).toBe(1);
    const nightly = createRecordThinning({
      ...{ database: fixture.database, clock: later(9_000).clock, log: pino({ level: 'silent' }) },
      term: fixture.term,
    });
    nightly.wake();
    await nightly.idle();
    expect(await count(fixture, 'FROM track_record_days')).toBeGreaterThan(1);
    expect(await count(fixture, "FROM track_record_seals WHERE kind = 'bar'")).toBeGreaterThan(0);
    await expectSoundRecords(fixture);

    const folder = join(await mkdtemp(join(tmpdir(), 'thinned-')), 'backup');
    const target = await createEmptyDatabase();
    await createBackup({
      databaseUrl: fixture.url,
      folder,
      product: 'Botdepot',
      now: new Date(),
      secretPath: null,
    });
    await restoreBackup({ databaseUrl: target.url, folder });
    const restored = await createServerFixture({ url: target.url });
    try {
      expect(await sealedLines(restored.database)).toEqual(await sealedLines(fixture.database));
      await expectSound(restored);
    } finally {
      await restored.close();
      await target.drop();
      await rm(dirname(folder), { recursive: true });
    }
  } finally {
    await fixture.close();
  }
});
