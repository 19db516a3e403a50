import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ownRecordHeadUrl, ownRecordUrl } from '@botdepot/contract';
import { genesisHash } from '@botdepot/trading';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECONCILIATION_CHECKS, runChecks } from '../../src/modules/admin/index.ts';
import { readHeads } from '../../src/modules/bots/index.ts';
import type { Database } from '../../src/platform/database.ts';
import { ORIGIN } from '../api-fixture.ts';
import { createSealer, sealedLines, verifyLines } from '../bots/track-record-fixture.ts';
import { expectSound } from '../invariants.ts';
import { runCommand } from '../run-command.ts';
import { createLiveWorld, type LiveWorld, liveOf, restless } from './live-world.ts';
import type { Person } from './testbench-world.ts';

let world: LiveWorld;
let anna: Person;
let bots: { id: string; number: number; version: number }[];
beforeAll(async () => {
  world = await createLiveWorld({ compile: restless(), withHouse: true, seed: 5 });
  await world.history(3);
  await world.tick();
  anna = await world.person('1000');
  bots = [];
  for (const name of ['Eins', 'Zwei', 'Drei']) {
    const bot = await world.certified(anna, { name });
    await liveOf(world.api, anna).start(bot, '100');
    bots.push(bot);
  }
  await world.run(21);
});
afterAll(() => world.close());

const seal = (database: Database = world.database, recordsAtOnce?: number) =>
  createSealer(world, database, recordsAtOnce === undefined ? {} : { recordsAtOnce }).seal(world.term());
const nameOf = ({ number }: { number: number }) => `own-bot-${number}`;
const linesOf = (bot: { number: number }) => sealedLines(world.database, 500, nameOf(bot));
const countOf = async (statement: string) =>
  Number((await world.database.pool.query<{ count: string }>(statement)).rows[0]?.count);
const fetched = (path: string, as?: Person) =>
  world.api.fetch(new Request(`${ORIGIN}${path}`, as && { headers: { 'x-test-session': as.token } }));
const answer = async (path: string, as?: Person) => {
  const response = await fetched(path, as);
  const { code } = (await response.json()) as { code?: string };
  return `${response.status} ${code}`;
};

describe('the record of an own bot', () => {
  it('is chained from its number over all that it did, in one transaction for all bots', async () => {
    let transactions = 0;
    const counting: Database = {
      ...world.database,
      transaction: (work) => {
        transactions += 1;
        return world.database.transaction(work);
      },
    };
    await seal(counting);
    // The bot of the house, and all three.
    expect(transactions).toBe(2);
    for (const bot of bots) {
      const lines = await linesOf(bot);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        bot: nameOf(bot),
        genesis: genesisHash(nameOf(bot)).toString('hex'),
      });
      const verdict = verifyLines(lines);
      expect(verdict).toMatchObject({ deviation: null, series: 1 });
      expect(verdict.bars).toBeGreaterThan(3);
      expect(verdict.fills).toBeGreaterThan(3);
      expect(lines.join('\n')).not.toMatch(/\p{L} \p{L}|@|sma|Eins/u);
    }
    transactions = 0;
    await seal(counting);
    expect(transactions, 'nothing is due').toBe(0);
    await expectSound(world);
  });

  it('goes on in small pieces with the very lines of one that never paused, and over a second run', async () => {
    const [bot] = bots;
    const live = liveOf(world.api, anna);
    await live.stop(bot!.id);
    await world.run(7);
    await live.start(bot!, '50');
    await world.run(9);
    await seal(world.database, 5);
    const verdict = verifyLines(await linesOf(bot!));
    expect(verdict).toMatchObject({ deviation: null, series: 2 });
    const strikes = await countOf(
      'SELECT count(*) FROM bot_nav n JOIN bot_portfolios p ON p.id = n.portfolio_id',
    );
    const bars = await countOf("SELECT count(*) FROM track_record_seals WHERE kind = 'bar'");
    expect(bars).toBe(strikes);
    await expectSound(world);
  });

  it('that cannot be sealed holds up none of the others', async () => {
    const [bad, ...good] = bots;
    await world.run(6);
    const before = await readHeads(world.database.db);
    const broken: Database = {
      ...world.database,
      transaction: (work) =>
        world.database.transaction(async (tx) => {
          const sealed = await work(tx);
          const { rowCount } = await tx.$client.query(
            `SELECT FROM track_record_seals s JOIN bots b ON b.id = s.bot_id
             WHERE b.number = $1 AND s.position > $2`,
            [bad?.number, before.get(nameOf(bad!))?.position],
          );
          if (rowCount) throw new Error('this one fails');
          return sealed;
        }),
    };
    await seal(broken);
    const after = await readHeads(world.database.db);
    expect(after.get(nameOf(bad!))).toEqual(before.get(nameOf(bad!)));
    for (const bot of [...good.map(nameOf), 'smartbot'])
      expect(after.get(bot)?.position, bot).toBeGreaterThan(before.get(bot)?.position ?? Number.NaN);
    await seal();
    expect(verifyLines(await linesOf(bad!)).deviation).toBeNull();
  });

  it('is sealed by two at once without a fork', async () => {
    await world.run(6);
    await Promise.all([seal(), seal(), seal()]);
    await seal();
    for (const bot of bots) expect(verifyLines(await linesOf(bot)).deviation).toBeNull();
    await expectSound(world);
  });
});

describe('the download', () => {
  it('is its owner’s, and `npm run verify-track-record` confirms it', async () => {
    const [bot] = bots;
    const folder = await mkdtemp(join(tmpdir(), 'own-record-'));
    try {
      const response = await fetched(ownRecordUrl(bot!.id), anna);
      expect(response.headers.get('content-disposition')).toContain(`botdepot-${nameOf(bot!)}-`);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(gunzipSync(bytes).toString('utf8').trimEnd().split('\n')).toEqual(await linesOf(bot!));
      const head = await (await fetched(ownRecordHeadUrl(bot!.id), anna)).text();
      const [record, kept] = [join(folder, 'record.ndjson.gz'), join(folder, 'head.json')];
      await writeFile(record, bytes);
      await writeFile(kept, head);
      const { code, out } = await runCommand('verify-track-record', process.env, record, '--since', kept);
      expect(out).toContain(`${nameOf(bot!)}: `);
      expect(out).toMatch(/In Ordnung.*Früherer Kopf \d+: enthalten/s);
      expect(code).toBe(0);
      const said = await world.api.call('GET', `/api/own-bots/${bot!.id}/record`, { as: anna });
      expect(said.body).toMatchObject({ entries: JSON.parse(head).position });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('does not exist for anybody else, admins included, nor before the first seal', async () => {
    const [bot] = bots;
    const others = [await world.person(), world.api.person('admin')];
    const fresh = await world.certified(anna, { name: 'Vier' });
    for (const url of [ownRecordUrl, ownRecordHeadUrl]) {
      expect(await answer(url(bot!.id))).toBe('401 UNAUTHENTICATED');
      for (const other of others) expect(await answer(url(bot!.id), other)).toBe('404 OWN_BOT_NOT_FOUND');
      expect(await answer(url('00000000-0000-7000-8000-000000000000'), anna)).toBe('404 OWN_BOT_NOT_FOUND');
      expect(await answer(url('not-an-id'), anna)).toBe('404 OWN_BOT_NOT_FOUND');
      expect(await answer(url(fresh.id), anna)).toBe('404 NOT_FOUND');
    }
    expect(await answer(`/api/own-bots/${bot!.id}/record.txt`, anna)).toBe('404 NOT_FOUND');
    for (const name of [nameOf(bot!), bot!.id, String(bot!.number)])
      for (const file of ['ndjson.gz', 'head.json'])
        expect(await answer(`/api/track-record/${name}.${file}`)).toBe('404 NOT_FOUND');
    const { body } = await world.api.call('GET', '/api/track-records');
    expect(JSON.stringify(body)).not.toContain('own-bot');
    const said = await world.api.call('GET', `/api/own-bots/${fresh.id}/record`, { as: anna });
    expect(said.body).toEqual({ entries: 0, sealedUntil: null, unsealed: 0 });
  });

  it('is given twenty times an hour', async () => {
    const carl = await world.person();
    const bot = await world.certified(carl, { name: 'Carls Bot' });
    const codes = new Set<string>();
    for (let count = 0; count < 21; count++) codes.add(await answer(ownRecordUrl(bot.id), carl));
    expect([...codes]).toEqual(['404 NOT_FOUND', '429 TOO_MANY_REQUESTS']);
  });
});

it('a change of what an own bot did is found by the reconciliation, which says where and not what', async () => {
  const [bot] = bots;
  const check = RECONCILIATION_CHECKS.find(({ name }) => name === 'track-records-own-bots');
  const right = await runChecks(world.database, [check!], { onProgress: () => undefined });
  expect(right.results).toMatchObject([{ violations: 0 }]);
  expect(right.results[0]?.compared).toBeGreaterThan(20);
  await world.database
    .transaction(async (tx) => {
      await tx.$client.query('ALTER TABLE bot_nav DISABLE TRIGGER USER');
      await tx.$client.query(
        `UPDATE bot_nav SET fee = fee - 1e-9 FROM bot_portfolios p
         WHERE p.id = portfolio_id AND p.bot_id = $1 AND p.series = 1 AND seq = 2`,
        [bot?.id],
      );
      const found = await check?.run(tx, new AbortController().signal);
      expect(found).toMatchObject({
        violations: 1,
        sample: [{ bot: nameOf(bot!), record: 3, field: 'hash' }],
      });
      expect(Object.keys(found?.sample[0] ?? {})).toEqual(['bot', 'record', 'field']);
      throw new Error('taken back');
    })
    .catch((error: Error) => expect(error.message).toBe('taken back'));
});

it('what a demo’s history left behind is what the record begins with', async () => {
  const bea = await world.person('1000');
  const bot = await world.certified(bea, { name: 'Demo' });
  await liveOf(world.api, bea).start(bot, '100');
  await world.run(17);
  await world.database.transaction(async (tx) => {
    for (const table of ['bot_nav', 'bot_fills', 'bot_protocol']) {
      await tx.$client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      await tx.$client.query(
        `UPDATE ${table} SET phase = 'demo' FROM bot_portfolios p WHERE p.id = portfolio_id AND p.bot_id = $1
           AND ${table === 'bot_nav' ? 'at' : 'bar_at'} <= (SELECT at FROM bot_nav n WHERE n.portfolio_id = p.id AND seq = 3)`,
        [bot.id],
      );
      await tx.$client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    }
  });
  await seal();
  const lines = await linesOf(bot);
  const [, open] = JSON.parse(lines[1] ?? '');
  expect(open).toMatchObject({ kind: 'open', strike: 3 });
  expect(open.positions.length).toBeGreaterThan(0);
  expect(verifyLines(lines).deviation).toBeNull();
});

it('outlives its owner’s account without being anybody’s, and its end is sealed', async () => {
  const [bot] = bots;
  await world.run(2);
  await seal();
  const url = ownRecordUrl(bot!.id);
  // Whoever ends an account has just signed in.
  const again = world.api.person('user', anna.userId);
  expect((await world.api.call('POST', '/api/profile/delete', { as: again, body: {} })).status).toBe(200);
  await world.run(2);
  await seal();
  const lines = await linesOf(bot!);
  expect(JSON.parse(lines.at(-1) ?? '')[1]).toMatchObject({ kind: 'close', reason: 'ended' });
  expect(verifyLines(lines)).toMatchObject({ deviation: null, series: 2 });
  expect(await answer(url, anna)).not.toMatch(/^2/);
  expect(lines.join('\n')).not.toContain(anna.userId);
  await expectSound(world);
});
