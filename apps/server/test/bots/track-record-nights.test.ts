// What the nightly run verifies of sealed records: what is new in every night, and all of it once in so many.
import { RECORD_CHECK_NIGHTS } from '@botdepot/contract';
import { DAY_MS } from '@botdepot/trading';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Check, RECONCILIATION_CHECKS } from '../../src/modules/admin/reconciliation/checks.ts';
import { createReconciliationRunner } from '../../src/modules/admin/reconciliation/reconciliation-runner.ts';
import { gate } from '../admin/reconciliation-gate.ts';
import { type BotsFixture, createBotsFixture } from './bots-fixture.ts';
import { thin } from './thinning-world.ts';
import { createSealer } from './track-record-fixture.ts';

const records = RECONCILIATION_CHECKS.filter(({ name }) => name === 'track-record-smartbot');
/** Three o'clock in Berlin. */
const firstNight = Date.parse('2027-01-10T02:00:00Z');

let fixture: BotsFixture;
let nights: number;
beforeEach(async () => {
  fixture = await createBotsFixture();
  nights = -1;
});
afterEach(() => fixture.close());

const runnerOf = (checks: readonly Check[] = records) =>
  createReconciliationRunner({
    ...fixture,
    log: pino({ level: 'silent' }),
    term: () => fixture.term(),
    checks,
  });

/** What the newest run says of the record. */
async function newestRun() {
  const { rows } = await fixture.database.pool.query<{
    status: string;
    compared: number | null;
    sample: unknown[] | null;
  }>(
    `SELECT status, (results -> 0 -> 'compared')::int AS compared, results -> 0 -> 'sample' AS sample
     FROM reconciliation_runs ORDER BY started_at DESC, id DESC LIMIT 1`,
  );
  return rows[0];
}

async function seal(minutes: number): Promise<void> {
  if (minutes > 0) await fixture.run(minutes);
  await createSealer(fixture, fixture.database).seal(fixture.term());
}

/** The next night, or one after it, with some new records. */
async function night(minutes = 0, later = 1) {
  nights += later;
  fixture.clock.set(new Date(firstNight + nights * DAY_MS));
  await seal(minutes);
  const runner = runnerOf();
  expect(await runner.lookForNight()).toBe(true);
  await runner.idle();
  return newestRun();
}

async function byHand() {
  fixture.clock.advance(60_000);
  const runner = runnerOf();
  await runner.begin(fixture.admin);
  await runner.idle();
  return newestRun();
}

async function force(...statements: string[]): Promise<void> {
  await fixture.database.transaction(async (tx) => {
    await tx.$client.query('ALTER TABLE bot_nav DISABLE TRIGGER USER');
    await tx.$client.query('ALTER TABLE track_record_seals DISABLE TRIGGER USER');
    for (const statement of statements)
      expect((await tx.$client.query(statement)).rowCount).toBeGreaterThan(0);
    await tx.$client.query('ALTER TABLE track_record_seals ENABLE TRIGGER USER');
    await tx.$client.query('ALTER TABLE bot_nav ENABLE TRIGGER USER');
  });
}

const costs = (seq: number, by: string) => `UPDATE bot_nav SET fee = fee ${by} WHERE seq = ${seq}`;
const checkpoint = async () =>
  (await fixture.database.pool.query('SELECT position, whole_night::text FROM track_record_checkpoints'))
    .rows[0];

describe('a night', () => {
  it('verifies what is new, and the whole record once in thirty nights, by hand always', async () => {
    expect(await night(20)).toMatchObject({ status: 'passed', compared: 21 });
    const compared: (number | null | undefined)[] = [];
    for (let count = 0; count < 2 * RECORD_CHECK_NIGHTS; count++) compared.push((await night(1))?.compared);
    const whole = compared.flatMap((records, at) => (records === 1 ? [] : [at]));
    expect(whole).toHaveLength(2);
    expect(whole[1]! - whole[0]!).toBe(RECORD_CHECK_NIGHTS);
    expect(compared[whole[1]!]).toBe(22 + whole[1]!);
    const all = 21 + 2 * RECORD_CHECK_NIGHTS;
    expect(await byHand()).toMatchObject({ status: 'passed', compared: all });
    expect(await night(2)).toMatchObject({ status: 'passed', compared: 2 });
  });

  it('in which nothing is new looks at nothing, and one after a pause at everything', async () => {
    await night(5);
    expect(await night()).toMatchObject({ status: 'passed', compared: 0 });
    expect(await night(3, RECORD_CHECK_NIGHTS)).toMatchObject({ status: 'passed', compared: 9 });
  });

  it('verifies days that were moved as well, but not those that it knows', async () => {
    await night(10);
    await night(10);
    expect(await thin(fixture, fixture.database, 0)).toBe(1);
    expect(await night(1)).toMatchObject({ status: 'passed', compared: 1 });
    expect(await byHand()).toMatchObject({ status: 'passed', compared: 22 });
  });
});

describe('a deviation', () => {
  it('in what is new is found at once', async () => {
    await night(10);
    await seal(5);
    await force(costs(13, '- 1e-7'));
    expect(await night()).toMatchObject({ status: 'failed', sample: [{ record: 14, field: 'hash' }] });
    // And stays found, whatever is sealed after it.
    expect(await night(2)).toMatchObject({ status: 'failed', sample: [{ record: 14, field: 'hash' }] });
    await force(costs(13, '+ 1e-7'));
  });

  it('in an old record is found within thirty nights, and then in every night until it is gone', async () => {
    await night(10);
    await night(1);
    await force(`UPDATE bot_nav SET marks = ARRAY[1.5] WHERE seq = 4`);
    let waited = 1;
    while ((await night(1))?.status === 'passed') waited += 1;
    expect(waited).toBeLessThanOrEqual(RECORD_CHECK_NIGHTS);
    for (let count = 0; count < 3; count++)
      expect(await night(1)).toMatchObject({ status: 'failed', sample: [{ record: 5 }] });
  });

  it('that somebody found by hand is found in the next night as well, and gone once it is put right', async () => {
    await night(10);
    await night(1);
    await fixture.database.pool.query('CREATE TABLE kept AS SELECT fee FROM bot_nav WHERE seq = 4');
    await force(costs(4, '- 1e-7'));
    expect(await byHand()).toMatchObject({ status: 'failed', sample: [{ record: 5 }] });
    expect(await night(1)).toMatchObject({ status: 'failed', sample: [{ record: 5 }] });
    await force('UPDATE bot_nav SET fee = (SELECT fee FROM kept) WHERE seq = 4');
    expect(await night()).toMatchObject({ status: 'passed', compared: 13 });
    expect(await night(1)).toMatchObject({ status: 'passed', compared: 1 });
  });

  it('is a chain that was rewritten or cut off as a whole', async () => {
    await night(12);
    const cut = [
      'DELETE FROM track_record_seals WHERE position > 8',
      `UPDATE track_record_chains c SET (position, kind, hash, nav_seq) =
         (SELECT position, kind, hash, nav_seq FROM track_record_seals s WHERE s.bot_id = c.bot_id AND s.position = 8)`,
    ];
    await force(...cut);
    // Sealed anew up to the same place with other figures.
    await force(`UPDATE bot_nav SET price_sources = 'kraken' WHERE seq = 10`);
    expect(await night(2)).toMatchObject({ status: 'failed', sample: [{ record: 14, field: 'hash' }] });
    expect(await byHand()).toMatchObject({ status: 'failed', sample: [{ record: 13, field: 'since' }] });
  });
});

describe('a run that does not come to its end', () => {
  it('keeps what it has verified, so that the next attempt has less to do', async () => {
    await seal(15);
    const { check: waiting } = gate();
    const [check] = records;
    const stopped = runnerOf([check!, { ...waiting, run: () => Promise.reject(new Error('no such table')) }]);
    expect(await stopped.lookForNight()).toBe(true);
    await stopped.idle();
    expect(await newestRun()).toMatchObject({ status: 'aborted', compared: 16 });
    const again = runnerOf();
    expect(await again.lookForNight()).toBe(true);
    await again.idle();
    expect(await newestRun()).toMatchObject({ status: 'passed', compared: 0 });
  });

  it('and was only frozen, keeps nothing once another one has begun', async () => {
    await seal(15);
    const { check: waiting, open } = gate();
    const [check] = records;
    const late: Check = {
      ...waiting,
      run: async (tx, signal, during) => {
        await waiting.run(tx, signal);
        return check!.run(tx, signal, during);
      },
    };
    const frozen = runnerOf([late]);
    await frozen.begin(fixture.admin);
    // It has its snapshot by now, in which the record is as it was.
    await expect
      .poll(
        async () =>
          (
            await fixture.database.pool.query(
              "SELECT FROM pg_stat_activity WHERE state = 'idle in transaction'",
            )
          ).rowCount,
      )
      .toBeGreaterThan(0);
    fixture.clock.advance(121_000);
    expect(await byHand()).toMatchObject({ status: 'passed', compared: 16 });
    await force(costs(4, '- 1e-7'));
    expect(await byHand()).toMatchObject({ status: 'failed' });
    const before = await checkpoint();
    expect(before).toEqual({ position: '16', whole_night: null });
    open();
    await frozen.idle();
    expect(await checkpoint()).toEqual(before);
  });

  it('and cannot read what another version has kept, verifies the whole record', async () => {
    await night(10);
    await fixture.database.pool.query(`UPDATE track_record_checkpoints SET replay = '{}'`);
    expect(await night(1)).toMatchObject({ status: 'passed', compared: 12 });
    expect(await night(1)).toMatchObject({ status: 'passed', compared: 1 });
  });
});
