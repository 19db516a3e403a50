import { readFile } from 'node:fs/promises';
import { effectiveTrials, sharesData } from '@botdepot/trading';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Api, createApi } from '../api-fixture.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';
import { base64Of, code, hashOf, ownBotsOf, type Person, TRIED_ON } from './testbench-world.ts';

let fixture: ServerFixture;
let api: Api;
let anna: Person;
let own: ReturnType<typeof ownBotsOf>;
beforeAll(async () => {
  fixture = await createServerFixture();
  api = createApi(fixture);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.database.pool.query('DELETE FROM rate_limits');
  anna = api.person('user');
  own = ownBotsOf(api, anna);
});

const DAYS = 400;
let state = 7;
const draw = (): number => {
  state = (1_664_525 * state + 1_013_904_223) % 2 ** 32;
  return state / 2 ** 32 - 0.5;
};
const noise = (days = DAYS): number[] => Array.from({ length: days }, () => draw() / 50);
const entry = (name: string | number, returns: number[] | null = null, sharpe: number | null = null) => ({
  ruleHash: hashOf(name),
  sharpe,
  returns: returns && base64Of(returns),
});
const countOf = async (data: object | null = TRIED_ON) => (await own.trials(data)).body;

describe('a trial', () => {
  it('counts once, however often and from however many tabs it is reported', async () => {
    const entries = [entry(1), entry(2), entry(1)];
    expect((await own.record(entries)).body).toMatchObject({ added: 2, count: { total: 2, effective: 1 } });
    const again = await Promise.all([own.record(entries), own.record([entry(3)]), own.record([entry(3)])]);
    expect(again.reduce((sum, { body }) => sum + Number(body.added), 0)).toBe(1);
    expect(await countOf()).toMatchObject({ total: 3, count: { total: 3 }, beyond: 0 });
  });

  it('is another one with another source, interval or period, and for another person', async () => {
    await own.record([entry(1)]);
    const others = [
      { interval: '1d' },
      { from: '2021-12-31', firstDay: '2022-01-01' },
      { until: '2023-02-06' },
      { source: 'wti', interval: '1d', symbols: ['WTI'] },
    ];
    for (const changes of others) expect((await own.record([entry(1)], changes)).body.added).toBe(1);
    expect((await own.trials()).body.total).toBe(5);
    const berta = ownBotsOf(api, api.person('user'));
    expect((await berta.record([entry(1)])).body).toMatchObject({ added: 1, count: { total: 1 } });
    expect((await berta.trials()).body.total).toBe(1);
  });

  it('fixes the test period of this installation’s prices on these alone; what others had fixed is taken back', async () => {
    const berta = api.person('user');
    const day = async (person: Person) => {
      const { rows } = await fixture.database.pool.query<{ day: string | null }>(
        'SELECT test_period_from::text AS day FROM testbench_people WHERE user_id = $1',
        [person.userId],
      );
      return rows[0]?.day;
    };
    await own.record([entry(1)], { source: 'installation' });
    await ownBotsOf(api, berta).record([entry(1)]);
    await fixture.database.pool.query(`UPDATE testbench_people SET test_period_from = '2012-06-01'`);
    await fixture.database.pool.query(
      await readFile(new URL('../../drizzle/0012_test_periods.sql', import.meta.url), 'utf8'),
    );
    expect([await day(anna), await day(berta)]).toEqual(['2012-06-01', null]);
  });

  it('leads unless it moves like an earlier one', async () => {
    const [a, b] = [noise(), noise()];
    const likeA = a.map((value) => 2 * value);
    const first = await own.record([entry('a', a, 0.1), entry('b', b, 0.3), entry('like a', likeA, 0.9)]);
    expect(first.body.count).toMatchObject({ total: 3, effective: 2 });
    expect((first.body.count as { variance: number }).variance).toBeCloseTo(0.02, 12);
    // In a report of its own, and one of which its browser says that it follows another.
    const second = await own.record([
      entry(
        'also like b',
        b.map((value) => value + 0.001),
      ),
      entry('follows'),
    ]);
    expect(second.body).toMatchObject({ added: 2, count: { total: 5, effective: 2 } });
    const { items } = (await own.trials(TRIED_ON, { pageSize: 10 })).body as {
      items: { ruleHash: string; leads: boolean }[];
    };
    const leads = items.filter((trial) => trial.leads).map(({ ruleHash }) => ruleHash);
    expect(leads.toSorted()).toEqual([hashOf('a'), hashOf('b')].toSorted());
  });

  const ms = (data: { from: string; until: string }) => ({
    from: Date.parse(data.from),
    until: Date.parse(data.until),
  });
  const someSymbols = (): string[] => {
    const some = ['EUR/USD', 'GOLD', 'SPX500'].filter(() => draw() > -0.1);
    return some.length > 0 ? some : ['GOLD'];
  };

  it('counts without its ratio where that was kept before there was a limit', async () => {
    await own.record([entry('a', noise(), 0.1), entry('b', noise(), 0.3), entry('c', noise(), 0.5)]);
    await fixture.database.pool.query(
      `UPDATE testbench_trials SET sharpe = 1e200 WHERE user_id = $1 AND rule_hash = $2`,
      [anna.userId, hashOf('c')],
    );
    const { body } = await own.record([entry('d', noise(), -1e6)]);
    expect(body).toMatchObject({ added: 1, count: { total: 4, effective: 4 } });
    const { count, items } = await countOf();
    expect(items).toHaveLength(4);
    expect(count).toMatchObject({ total: 4, effective: 4 });
    await fixture.database.pool.query(`UPDATE testbench_trials SET sharpe = -1e200 WHERE rule_hash = $1`, [
      hashOf('d'),
    ]);
    expect(((await countOf()).count as { variance: number }).variance).toBeCloseTo(0.02, 12);
  });

  it('counts for a result where it shares enough with it', async () => {
    const day = (number: number) => new Date(Date.UTC(2021, 0, 1 + number)).toISOString().slice(0, 10);
    const made = Array.from({ length: 30 }, () => {
      const start = Math.floor((draw() + 0.5) * 600);
      const length = 1 + Math.floor((draw() + 0.5) * 500);
      return { symbols: someSymbols(), from: day(start), until: day(start + length) };
    });
    for (const [name, on] of made.entries()) await own.record([entry(name)], { ...on, firstDay: on.from });
    const totals = new Set<number>();
    for (const on of made) {
      const counted = made.filter((one) =>
        sharesData({ ...TRIED_ON, ...one, ...ms(one) }, { ...TRIED_ON, ...on, ...ms(on) }),
      );
      expect(await countOf({ ...TRIED_ON, ...on })).toMatchObject({ total: counted.length });
      totals.add(counted.length);
    }
    expect(totals.size).toBeGreaterThan(5);
  });

  it('leads in reports that come one by one as in one clustering of all', async () => {
    const ideas = [noise(), noise(), noise(), noise()];
    const made = Array.from({ length: 28 }, (_, index) => ({
      name: `idea ${index}`,
      symbols: someSymbols(),
      returns: (ideas[index % 4] ?? []).map((value) => value + draw() / 300),
    }));
    for (const { name, symbols, returns } of made)
      await own.record([entry(name, returns, 0.01)], { symbols });
    for (const symbols of [['EUR/USD'], ['GOLD', 'SPX500'], ['EUR/USD', 'GOLD', 'SPX500']]) {
      const counted = made
        .filter((one) => one.symbols.some((symbol) => symbols.includes(symbol)))
        .map(({ name, returns }, madeAt) => ({ id: name, madeAt, firstDay: 0, returns, sharpe: 0.01 }));
      const { count } = await countOf({ ...TRIED_ON, symbols });
      expect(count).toEqual({
        total: counted.length,
        effective: effectiveTrials(counted, DAYS).N,
        variance: 0,
      });
    }
  });

  it('stays counted when its bot is deleted', async () => {
    const { id } = (await own.create()).body;
    await own.record([entry(1)]);
    await own.remove(id);
    expect((await countOf()).total).toBe(1);
  });

  it('is told page by page, newest first', async () => {
    for (let name = 0; name < 3; name++) {
      fixture.clock.advance(1_000);
      await own.record([entry(name)]);
    }
    const page = (await own.trials(null, { page: 2, pageSize: 2 })).body;
    expect(page).toMatchObject({ page: 2, pageSize: 2, total: 3, items: [{ ruleHash: hashOf(0) }] });
  });
});

describe('limits of one person', () => {
  const fill = (rows: number, columns: number) =>
    fixture.database.pool.query(
      `INSERT INTO testbench_trials (id, user_id, rule_hash, source, interval, symbols, from_day, until_day, leads,
         first_day, returns, recorded_at)
       SELECT gen_random_uuid(), $1, n::text, 'practice', '1d', '{GOLD}', '2021-01-01', '2021-06-01', n <= $3,
         CASE WHEN n <= $3 THEN date '2021-01-01' END, CASE WHEN n <= $3 THEN '\\x00000000'::bytea END, now()
       FROM generate_series(1, $2::int) AS n`,
      [anna.userId, rows, columns],
    );

  it('after 500 columns each further one leads, without its returns', async () => {
    await fill(500, 500);
    const same = noise();
    const { body } = await own.record([entry('a', same), entry('b', same)]);
    expect(body).toMatchObject({ added: 2, count: { total: 2, effective: 2 } });
    const { rows } = await fixture.database.pool.query(
      'SELECT count(returns)::int AS columns, count(*)::int AS trials FROM testbench_trials WHERE user_id = $1',
      [anna.userId],
    );
    expect(rows).toEqual([{ columns: 500, trials: 502 }]);
  });

  it('after 20,000 trials further ones are counted only', async () => {
    await fill(19_999, 0);
    expect((await own.record([entry('a'), entry('b'), entry('c')])).body.added).toBe(3);
    expect(await countOf(null)).toMatchObject({ total: 20_000, beyond: 2 });
  });

  it('500 entries fit into one report, 501 do not', async () => {
    const entries = (count: number) => Array.from({ length: count }, (_, name) => entry(name));
    expect((await own.record(entries(500))).body.added).toBe(500);
    expect(code(await own.record(entries(501)))).toBe('400 BAD_REQUEST');
  });

  it('four megabytes fit into one report, and into no other request', async () => {
    // 500 days in 1,400 columns are more than the limit, 1,000 days in 500 columns less.
    const period = { from: '2021-01-01', until: '2025-01-01', firstDay: '2021-01-01' };
    const large = Array.from({ length: 480 }, (_, name) => entry(name, noise(1_000)));
    const answer = await own.record(large, period);
    expect(answer.body).toMatchObject({ added: 480 });
    const tooLarge = Array.from({ length: 500 }, (_, name) => entry(name, noise(1_600)));
    expect(code(await own.record(tooLarge, { ...period, until: '2026-01-01' }))).toBe(
      '413 PAYLOAD_TOO_LARGE',
    );
    expect(code(await own.create({ rule: { note: 'x'.repeat(70_000) } }))).toBe('413 PAYLOAD_TOO_LARGE');
  });

  it('thirty reports a minute', async () => {
    for (let time = 0; time < 30; time++) expect((await own.record([entry(1)])).status).toBe(200);
    expect(code(await own.record([entry(1)]))).toBe('429 TOO_MANY_REQUESTS');
  });

  it('what they counted can be read twice after each of them, as the pages do', async () => {
    for (let time = 0; time < 60; time++) expect((await own.trials()).status).toBe(200);
  });
});

describe('bad input', () => {
  const returnsOf = (...values: number[]) => base64Of(values);
  it.each([
    ['a hash in capitals', { ruleHash: hashOf(1).toUpperCase() }],
    ['a hash that is none', { ruleHash: '__proto__' }],
    ['a ratio as text', { sharpe: '0.1' }],
    ['a ratio that no returns have', { sharpe: 1e6 + 1 }],
    ['one whose square is no number', { sharpe: -1e200 }],
    ['a NaN among the returns', { returns: returnsOf(0.1, Number.NaN) }],
    ['an infinite return', { returns: returnsOf(Number.POSITIVE_INFINITY) }],
    ['no return', { returns: '' }],
    ['half a return', { returns: Buffer.from([1, 2, 3, 4, 5, 6]).toString('base64') }],
    ['returns as text', { returns: 'zehn Prozent' }],
    ['more days than the period has', { returns: base64Of(noise(401)) }],
    ['a field too many', { name: 'x' }],
  ])('%s is refused', async (_, changes) => {
    expect(code(await own.record([{ ...entry(1), ...changes }]))).toBe('400 BAD_REQUEST');
    expect((await own.trials()).body.total).toBe(0);
  });

  it.each([
    ['a symbol twice', { symbols: ['GOLD', 'GOLD'] }],
    ['no symbol', { symbols: [] }],
    ['a symbol that there is not', { symbols: ['DOGE'] }],
    ['another source', { source: 'csv' }],
    ['minutes', { interval: '1m' }],
    ['hours of a source that has days', { source: 'wti', symbols: ['WTI'] }],
    ['a symbol that the source does not have', { source: 'wti', interval: '1d', symbols: ['GOLD'] }],
    ['a period that ends before it begins', { until: '2021-01-01' }],
    ['a first day before the period', { firstDay: '2021-12-31' }],
    ['a day that there is not', { firstDay: '2022-02-30' }],
    ['nothing tried', { entries: [] }],
  ])('%s is refused', async (_, changes) => {
    expect(code(await own.record([entry(1, noise())], changes))).toBe('400 BAD_REQUEST');
  });

  it('an infinite number is refused', async () => {
    const body = JSON.stringify({ ...TRIED_ON, firstDay: TRIED_ON.from, entries: [entry(1, null, 7)] });
    const raw = body.replace('"sharpe":7', '"sharpe":1e400');
    expect(code(await api.call('POST', '/api/testbench/trials', { as: anna, raw }))).toBe('400 BAD_REQUEST');
  });
});
