// The audit log is sealed in its order, whoever writes at the same time, and every change of what is sealed is found.
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eraseReasons, writeAudit } from '../../src/platform/audit.ts';
import { auditGenesis, createAuditSealer, verifyAuditChain } from '../../src/platform/audit-chain/index.ts';
import type { Tx } from '../../src/platform/database.ts';
import type { LeaderTerm } from '../../src/platform/leader.ts';
import { newId } from '../../src/platform/work.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

let fixture: ServerFixture;
beforeAll(async () => {
  fixture = await createServerFixture({ maxConnections: 20 });
});
afterAll(() => fixture.close());

const term: LeaderTerm = { epoch: 0, signal: new AbortController().signal };
const sealerOf = (current: () => LeaderTerm | null = () => term, rowsAtOnce = 7) =>
  createAuditSealer({
    database: fixture.database,
    clock: fixture.clock,
    log: pino({ level: 'silent' }),
    term: current,
    rowsAtOnce,
  });

const write = (reason?: string, subjectId = newId()) =>
  fixture.runWork(fixture.admin, (work) =>
    writeAudit(work, {
      action: 'wallet.correct',
      subject: 'wallet',
      subjectId,
      before: { available: '10.00' },
      after: { amountUsd: '5.00', available: '15.00', transferId: newId() },
      reason,
    }),
  );

/** Everything that is committed by now. Other transactions of the test server cannot hold it up for ever. */
async function sealAll(): Promise<void> {
  const sealer = sealerOf();
  for (;;) {
    await sealer.seal();
    const { unsealed } = await verifyAuditChain(fixture.database.db);
    if (unsealed === 0) return;
    await sleep(20);
  }
}

async function rowsOf<T extends object>(text: string, tx: Tx = fixture.database.db): Promise<T[]> {
  return (await tx.$client.query<T>(text)).rows;
}

describe('sealing', () => {
  it('begins with the hash of its format, in the database as in the program', async () => {
    const [chain] = await rowsOf<{ hash: Buffer; position: string }>('SELECT * FROM audit_chain');
    expect(chain?.hash.equals(auditGenesis())).toBe(true);
    expect(await verifyAuditChain(fixture.database.db)).toMatchObject({ records: 0, deviationCount: 0 });
  });

  it('gives every committed row its place, in pieces, and nothing twice', async () => {
    for (let index = 0; index < 20; index++) await write(index % 3 === 0 ? `Grund ${index}` : undefined);
    await sealAll();
    expect(await verifyAuditChain(fixture.database.db)).toMatchObject({
      records: 20,
      position: 20,
      unsealed: 0,
      deviationCount: 0,
    });
    expect(await sealerOf().seal()).toBe(0);
  });

  it('is the leader’s alone', async () => {
    await write();
    expect(await sealerOf(() => null).seal()).toBe(0);
    const former: LeaderTerm = { epoch: 7, signal: new AbortController().signal };
    await expect(sealerOf(() => former).seal()).rejects.toThrow('leadership of epoch 7 is over');
    await sealAll();
  });

  it('waits for a row with a smaller number that is not committed yet, and passes over one that never is', async () => {
    const { pool } = fixture.database;
    const insert = `INSERT INTO audit_log (id, actor_role, action, subject, subject_id, created_at)
      VALUES (gen_random_uuid(), 'system', 'bot.stop', 'investment', gen_random_uuid(), now()) RETURNING seq`;
    const [slow, lost] = [await pool.connect(), await pool.connect()];
    const sealer = sealerOf();
    try {
      await slow.query('BEGIN');
      const early = (await slow.query<{ seq: string }>(insert)).rows[0]?.seq;
      await lost.query('BEGIN');
      const never = (await lost.query<{ seq: string }>(insert)).rows[0]?.seq;
      await write();
      expect(await sealer.seal()).toBe(0);
      expect(await sealer.seal()).toBe(0);
      await lost.query('ROLLBACK');
      expect(await sealer.seal()).toBe(0);
      await slow.query('COMMIT');
      await sealAll();
      const seals = await rowsOf<{ audit_seq: string }>(
        'SELECT audit_seq FROM audit_seals ORDER BY position',
      );
      const numbers = seals.map(({ audit_seq }) => Number(audit_seq));
      expect(numbers).toContain(Number(early));
      expect(numbers).not.toContain(Number(never));
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      expect(await verifyAuditChain(fixture.database.db)).toMatchObject({ deviationCount: 0, unsealed: 0 });
    } finally {
      slow.release();
      lost.release();
    }
  });

  it('keeps the order with many writers, slow ones and failing ones among them, and several sealers', async () => {
    const seed = Number(process.env.AUDIT_SEED ?? Math.floor(Math.random() * 2 ** 31));
    console.log(`AUDIT_SEED=${seed}`);
    const random = mulberry32(seed);
    const plan = Array.from({ length: 12 }, () =>
      Array.from({ length: 15 }, () => ({
        rows: 1 + Math.floor(random() * 3),
        pauseMs: Math.floor(random() * 12),
        fails: random() < 0.2,
      })),
    );
    const before = (await rowsOf<{ count: number }>('SELECT count(*)::int FROM audit_log'))[0]?.count ?? 0;
    let isWriting = true;
    const sealers = [sealerOf(), sealerOf()].map(async (sealer) => {
      while (isWriting) {
        await sealer.seal();
        await sleep(1);
      }
    });
    await Promise.all(
      plan.map(async (steps) => {
        for (const { rows, pauseMs, fails } of steps)
          await fixture
            .runWork(fixture.admin, async (work) => {
              for (let row = 0; row < rows; row++) {
                await writeAudit(work, { action: 'bot.stop', subject: 'investment', subjectId: newId() });
                await sleep(pauseMs);
              }
              if (fails) throw new Error('given up');
            })
            .catch((error: Error) => expect(error.message).toBe('given up'));
      }),
    );
    isWriting = false;
    await Promise.all(sealers);
    await sealAll();
    const written = plan.flat().reduce((sum, { rows, fails }) => sum + (fails ? 0 : rows), 0);
    const verdict = await verifyAuditChain(fixture.database.db);
    expect(verdict, `AUDIT_SEED=${seed}`).toMatchObject({
      deviations: [],
      unsealed: 0,
      records: before + written,
    });
  });
});

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A sealed row in the middle, with a reason; said by the database before each test. */
let row = { seq: 0, position: 0 };

/** What the check says after a change that the triggers forbid; the change is taken back. */
async function tampered(statement: string, kept: { position: number; hash: Buffer }[] = []) {
  let seen: Awaited<ReturnType<typeof verifyAuditChain>> | undefined;
  await fixture.database
    .transaction(async (tx) => {
      // As the owner of the tables could: no trigger of ours fires.
      for (const table of ['audit_log', 'audit_seals', 'audit_chain'])
        await tx.$client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      for (const part of statement.split(';'))
        await tx.$client.query(part.replaceAll(':seq', String(row.seq)));
      seen = await verifyAuditChain(tx, kept);
      throw new Error('taken back');
    })
    .catch((error: Error) => {
      if (error.message !== 'taken back') throw error;
    });
  if (!seen) throw new Error('nothing was seen');
  return seen;
}

describe('a sealed row', () => {
  beforeEach(async () => {
    await write('Doppelte Gebühr');
    await write();
    await sealAll();
    const [found] = await rowsOf<{ seq: string; position: string }>(
      `SELECT a.seq, s.position FROM audit_log a JOIN audit_seals s ON s.audit_seq = a.seq
       WHERE a.reason = 'Doppelte Gebühr' ORDER BY a.seq DESC LIMIT 1`,
    );
    row = { seq: Number(found?.seq), position: Number(found?.position) };
  });

  it.each([
    ['another actor', 'UPDATE audit_log SET actor_id = gen_random_uuid() WHERE seq = :seq'],
    ['another action', "UPDATE audit_log SET action = 'wallet.close' WHERE seq = :seq"],
    ['another subject', 'UPDATE audit_log SET subject_id = gen_random_uuid() WHERE seq = :seq'],
    [
      'another amount',
      `UPDATE audit_log SET after = jsonb_set(after, '{amountUsd}', '"6.00"') WHERE seq = :seq`,
    ],
    ['nothing before', 'UPDATE audit_log SET before = NULL WHERE seq = :seq'],
    ['another time', "UPDATE audit_log SET created_at = created_at - interval '1 ms' WHERE seq = :seq"],
    ['another request', "UPDATE audit_log SET request_id = 'x' WHERE seq = :seq"],
    [
      'no reason, as if there had been none',
      'UPDATE audit_log SET reason = NULL, reason_salt = NULL, reason_hash = NULL WHERE seq = :seq',
    ],
    [
      'another reason with a hash that fits it',
      "UPDATE audit_log SET reason = 'Kulanz', reason_hash = sha256(reason_salt || 'Kulanz'::bytea) WHERE seq = :seq",
    ],
  ])('with %s is found and named', async (_, statement) => {
    const { deviations } = await tampered(statement);
    expect(deviations).toEqual([{ ...row, kind: 'content' }]);
  });

  it('with another reason only is found as that', async () => {
    const { deviations } = await tampered("UPDATE audit_log SET reason = 'Kulanz' WHERE seq = :seq");
    expect(deviations).toEqual([{ ...row, kind: 'reason' }]);
  });

  it('that is gone is missed', async () => {
    const { deviations } = await tampered('DELETE FROM audit_log WHERE seq = :seq');
    expect(deviations).toEqual([{ ...row, kind: 'missing' }]);
  });

  it('that is gone with its seal leaves a gap, even when the positions are closed up', async () => {
    const gone = await tampered(
      'DELETE FROM audit_log WHERE seq = :seq; DELETE FROM audit_seals WHERE audit_seq = :seq',
    );
    expect(gone.deviations).toContainEqual({ seq: row.seq + 1, position: row.position + 1, kind: 'order' });
    const closedUp = await tampered(
      `DELETE FROM audit_log WHERE seq = :seq; DELETE FROM audit_seals WHERE audit_seq = :seq;
       UPDATE audit_seals SET position = position - 1 WHERE audit_seq > :seq; UPDATE audit_chain SET position = position - 1`,
    );
    expect(closedUp.deviations).toContainEqual({ seq: row.seq + 1, position: row.position, kind: 'content' });
  });

  it('that lost its seal is named', async () => {
    const { deviations } = await tampered('DELETE FROM audit_seals WHERE audit_seq = :seq');
    expect(deviations).toContainEqual({ seq: row.seq, position: null, kind: 'inserted' });
  });

  it('with another seal is found, and the one after it no longer fits', async () => {
    const { deviations } = await tampered(
      'UPDATE audit_seals SET hash = sha256(hash) WHERE audit_seq = :seq',
    );
    expect(deviations).toContainEqual({ ...row, kind: 'content' });
    expect(deviations).toContainEqual({ seq: row.seq + 1, position: row.position + 1, kind: 'content' });
  });

  it('that changed places with its neighbour is found', async () => {
    const { deviations } = await tampered(
      `UPDATE audit_seals SET audit_seq = -1 WHERE audit_seq = :seq; UPDATE audit_seals SET audit_seq = :seq WHERE audit_seq = :seq + 1;
       UPDATE audit_seals SET audit_seq = :seq + 1 WHERE audit_seq = -1`,
    );
    expect(deviations.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['content', 'order']));
    expect(deviations.map(({ seq }) => seq)).toEqual(expect.arrayContaining([row.seq, row.seq + 1]));
  });

  it('that was put among the others later is found by its number', async () => {
    const { rows } = await fixture.database.pool.query<{ free: string }>(
      'SELECT a.seq + 1 AS free FROM audit_log a WHERE NOT EXISTS (SELECT FROM audit_log b WHERE b.seq = a.seq + 1) ORDER BY a.seq LIMIT 1',
    );
    const free = Number(rows[0]?.free);
    const { deviations } = await tampered(
      `INSERT INTO audit_log (id, seq, actor_role, action, subject, subject_id, created_at) OVERRIDING SYSTEM VALUE
       VALUES (gen_random_uuid(), ${free}, 'system', 'bot.stop', 'investment', gen_random_uuid(), now())`,
    );
    expect(free).toBeLessThan(row.seq);
    expect(deviations).toEqual([{ seq: free, position: null, kind: 'inserted' }]);
  });

  it('at the end cannot be cut off without a trace', async () => {
    const [end] = await rowsOf<{ position: string; hash: Buffer }>('SELECT position, hash FROM audit_chain');
    const kept = [{ position: Number(end?.position), hash: end?.hash ?? Buffer.alloc(0) }];
    const cut = 'DELETE FROM audit_log WHERE seq > :seq; DELETE FROM audit_seals WHERE audit_seq > :seq';
    const withHead = `${cut}; UPDATE audit_chain SET position = s.position, hash = s.hash, audit_seq = s.audit_seq
      FROM audit_seals s WHERE s.audit_seq = :seq`;
    expect((await tampered(cut)).deviations).toContainEqual(expect.objectContaining({ kind: 'head' }));
    // Rewritten consistently, it is only given away by an end that somebody noted.
    expect((await tampered(withHead)).deviations).toEqual([]);
    expect((await tampered(withHead, kept)).deviations).toEqual([
      { seq: null, position: kept[0]?.position, kind: 'kept' },
    ]);
    expect((await verifyAuditChain(fixture.database.db, kept)).deviations).toEqual([]);
  });

  it('is refused any change by the database, and so is its seal', async () => {
    const { pool } = fixture.database;
    for (const statement of [
      `UPDATE audit_log SET action = 'x' WHERE seq = ${row.seq}`,
      `UPDATE audit_log SET reason = 'x' WHERE seq = ${row.seq}`,
      `UPDATE audit_log SET reason = NULL WHERE seq = ${row.seq}`,
      `UPDATE audit_log SET reason = NULL, reason_salt = NULL, reason_hash = NULL WHERE seq = ${row.seq}`,
      `DELETE FROM audit_log WHERE seq = ${row.seq}`,
      'TRUNCATE audit_log',
      `UPDATE audit_seals SET sealed_at = now() WHERE audit_seq = ${row.seq}`,
      `DELETE FROM audit_seals WHERE audit_seq = ${row.seq}`,
    ])
      await expect(pool.query(statement), statement).rejects.toThrow(/append-only/);
  });
});

describe('a reason', () => {
  it('is erased with its salt, nothing else of the row is, and the chain stays whole', async () => {
    const subjectId = newId();
    await write('Wohnt jetzt in der Lindenstraße', subjectId);
    await sealAll();
    const before = await rowsOf<Record<string, unknown>>(
      `SELECT * FROM audit_log WHERE subject_id = '${subjectId}'`,
    );
    expect(before[0]?.reason_salt).toHaveLength(16);
    await fixture.runWork(fixture.admin, (work) => eraseReasons(work, [subjectId]));
    const after = await rowsOf<Record<string, unknown>>(
      `SELECT * FROM audit_log WHERE subject_id = '${subjectId}'`,
    );
    expect(after).toEqual([{ ...before[0], reason: null, reason_salt: null }]);
    expect(await verifyAuditChain(fixture.database.db)).toMatchObject({ deviationCount: 0, unsealed: 0 });
  });

  it('can be erased before it was ever sealed', async () => {
    const subjectId = newId();
    await write('Ein Versehen', subjectId);
    await fixture.runWork(fixture.admin, (work) => eraseReasons(work, [subjectId]));
    await sealAll();
    expect(await verifyAuditChain(fixture.database.db)).toMatchObject({ deviationCount: 0, unsealed: 0 });
  });
});
