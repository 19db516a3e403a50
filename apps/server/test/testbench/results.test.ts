import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnBotResult } from '@botdepot/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BacktestRunner, createBacktestRunner } from '../../src/modules/bots/index.ts';
import { type Api, createApi, ORIGIN } from '../api-fixture.ts';
import { betweenStatements } from '../between-statements.ts';
import { givePracticeMarket } from '../practice-market.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';
import { code, ownBotsOf, type Person, RULE, ruleWith } from './testbench-world.ts';

let fixture: ServerFixture;
let api: Api;
let anna: Person;
let own: ReturnType<typeof ownBotsOf>;
let dataDir: string;
let meanwhile: ReturnType<typeof betweenStatements>;
let runner: BacktestRunner;
beforeAll(async () => {
  fixture = await createServerFixture();
  meanwhile = betweenStatements(fixture.database.pool);
  dataDir = await mkdtemp(join(tmpdir(), 'results-'));
  await givePracticeMarket(dataDir);
  runner = createBacktestRunner({ ...fixture, databaseUrl: fixture.url, log: pino({ level: 'silent' }) });
  api = createApi(fixture, { dataDir, backtests: runner });
});
afterAll(async () => {
  await runner.stop();
  await fixture.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(() => {
  anna = api.person('user');
  own = ownBotsOf(api, anna);
});

const WTI_RULE = { ...RULE, symbols: ['WTI'], interval: '1d' };
const WTI = { source: 'wti', from: null, until: null, costFactor: 1 };
/** Where the figures do not matter: 26 years take seconds. */
const TWO_YEARS = { setup: { ...WTI, from: '2000-01-01', until: '2002-01-01' } };

type Run = { events: Record<string, unknown>[]; code: string };

/** What a stream told, or the error that came in its place. */
async function run(path: string, body: object, as = anna): Promise<Run> {
  const response = await api.fetch(
    new Request(`${ORIGIN}/api/own-bots/${path}`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/json', 'x-test-session': as.token },
      body: JSON.stringify(body),
    }),
  );
  const text = await response.text();
  if (response.status !== 200) return { events: [], code: `${response.status} ${JSON.parse(text).code}` };
  const events: Record<string, unknown>[] = [];
  let failure = '';
  for (const block of text.split('\n\n')) {
    const [, kind] = /^event: (\w+)$/m.exec(block) ?? [];
    const [, data] = /^data: (.+)$/m.exec(block) ?? [];
    if (kind === 'message' && data) events.push(JSON.parse(data));
    if (kind === 'error' && data) failure = JSON.parse(data).code;
  }
  return { events, code: failure };
}

async function resultOf(id: unknown, as = anna): Promise<OwnBotResult | null> {
  const { body } = await api.call('GET', `/api/own-bots/${id}/result`, { as });
  return body.result as OwnBotResult | null;
}

async function tested(changes: object = {}): Promise<string> {
  const { body } = await own.create({ rule: WTI_RULE, setup: WTI, ...changes });
  expect(await run(`${body.id}/backtests`, { version: 1 })).toMatchObject({ code: '' });
  return String(body.id);
}

describe('a result', () => {
  it('is that of the frozen rule over the bars before the test period, and counts as a trial', async () => {
    const { body } = await own.create({ rule: WTI_RULE, setup: WTI });
    expect(await resultOf(body.id)).toBeNull();
    const { events } = await run(`${body.id}/backtests`, { version: 1 });
    expect(events.at(-1)).toEqual({ type: 'done' });

    const result = await resultOf(body.id);
    expect(result).toMatchObject({
      version: 1,
      source: 'wti',
      rule: WTI_RULE,
      certificate: null,
      testPeriod: { from: '2012-06-01', until: '2019-01-04', opened: null },
      result: { firstDay: '1986-01-02', lastDay: '2012-05-31', ruleHash: body.ruleHash, costFactor: 1 },
      judgement: { trials: { total: 1, effective: 1 }, hurdle: { value: 0, missing: null } },
    });
    const { figures, trades, byCostFactor, curve } = result!.result;
    expect(byCostFactor.find(({ factor }) => factor === 1)?.totalReturn).toBe(figures.totalReturn);
    expect(curve.equity.at(-1)).toBeCloseTo(1 + figures.totalReturn!, 12);
    expect(trades.newest.length).toBe(Math.min(500, trades.count));
    const { body: trials } = await own.trials();
    expect(trials).toMatchObject({ total: 1, items: [{ from: '1986-01-02', until: '2012-06-01' }] });
    // On these prices alone: that of the installation's own is not fixed by it.
    const installation = (await own.sources()).find(({ source }) => source === 'installation');
    expect(installation?.testPeriodFrom).toBeNull();
    // Once more is the same trial, and the same figures.
    await run(`${body.id}/backtests`, { version: 1 });
    expect((await resultOf(body.id))?.result).toEqual(result!.result);
    expect((await own.trials()).body.total).toBe(1);
  });

  it('stands in the list of bots as on its own page: the same verdict after as many trials, of the rule it was made of', async () => {
    const { body: untried } = await own.create();
    const tries = [
      await tested(TWO_YEARS),
      await tested({ ...TWO_YEARS, rule: { ...ruleWith(20), symbols: ['WTI'], interval: '1d' } }),
    ];
    const { items } = await own.list();
    const findingOf = (wanted: unknown) => items.find(({ id }) => id === wanted)?.finding;
    expect(findingOf(untried.id)).toBeNull();
    for (const id of tries) {
      const { result, judgement } = (await resultOf(id)) ?? {};
      expect(judgement?.trials.total).toBe(2);
      expect(findingOf(id)).toEqual({ ruleHash: result?.ruleHash, verdict: judgement?.verdict, trials: 2 });
    }
  });

  it('is that of the rule that was frozen, also where another one is saved at that moment', async () => {
    const { body } = await own.create({ rule: WTI_RULE, ...TWO_YEARS });
    let saved: ReturnType<typeof own.save> | undefined;
    const { code: failed } = await meanwhile(
      /insert into "own_bot_versions"/,
      async () => {
        saved = own.save(body.id, 1, { rule: { ...WTI_RULE, maxBars: 5 }, ...TWO_YEARS });
        await Promise.race([saved, sleep(300)]);
      },
      () => run(`${body.id}/backtests`, { version: 1 }),
    );
    expect([failed, code(await saved!)]).toEqual(['', '200']);
    const [version] = (await own.get(body.id)).body.versions as { version: number; ruleHash: string }[];
    const { rule, result, version: tested } = (await resultOf(body.id))!;
    expect([tested, result.ruleHash]).toEqual([version?.version, version?.ruleHash]);
    expect(rule).toMatchObject({ ...WTI_RULE, maxBars: null });
  });

  it('is worth less with every other trial on the same prices', async () => {
    const id = await tested();
    const alone = (await resultOf(id))!.judgement;
    await tested({
      rule: { ...WTI_RULE, entryLong: { ...WTI_RULE.entryLong, is: 'below' }, exitLong: null, maxBars: 5 },
    });
    const after = (await resultOf(id))!.judgement;
    expect(after.trials).toEqual({ total: 2, effective: 2 });
    expect(after.hurdle.value).toBeGreaterThan(alone.hurdle.value!);
    expect(after.dsr.value).toBeLessThan(alone.dsr.value!);
    expect(after.luck.value).toBeGreaterThan(alone.luck.value!);
  });

  it('keeps the period of the setup within what lies before the test period', async () => {
    const inside = await tested({ setup: { ...WTI, from: '2000-01-01', until: '2001-01-01' } });
    expect((await resultOf(inside))?.result).toMatchObject({
      // Of days with bars.
      firstDay: '2000-01-04',
      lastDay: '2000-12-29',
      missingWarmUp: 0,
    });
    const beyond = await tested({ setup: { ...WTI, from: '2011-01-01', until: '2015-01-01' } });
    expect((await resultOf(beyond))?.result.lastDay).toBe('2012-05-31');
  });

  it.each([
    ['an unfinished rule', { rule: { symbols: [] } }, '400 RULE_INVALID'],
    [
      'a market that the prices do not have',
      { rule: { ...WTI_RULE, symbols: ['GOLD'] } },
      '409 CANDLES_UNAVAILABLE',
    ],
    ['bars that they do not have', { rule: { ...WTI_RULE, interval: '1h' } }, '409 CANDLES_UNAVAILABLE'],
    [
      'days before the first one',
      { setup: { ...WTI, from: '1980-01-01', until: '1981-01-01' } },
      ' CANDLES_UNAVAILABLE',
    ],
  ])('is not made of %s', async (_, changes, expected) => {
    const { body } = await own.create({ rule: WTI_RULE, setup: WTI, ...changes });
    const { code: answer } = await run(`${body.id}/backtests`, { version: 1 });
    expect(answer).toBe(expected.trim());
    expect(await resultOf(body.id)).toBeNull();
    expect((await own.trials()).body.total).toBe(0);
    // Nothing keeps its person from the next run.
    await tested(TWO_YEARS);
  });

  it('is nobody else’s, and not made of what was on another page', async () => {
    const id = await tested(TWO_YEARS);
    const ben = api.person('user');
    expect((await run(`${id}/backtests`, { version: 1 }, ben)).code).toBe('404 OWN_BOT_NOT_FOUND');
    expect((await run(`${id}/certificate`, { version: 1 }, ben)).code).toBe('404 OWN_BOT_NOT_FOUND');
    expect((await run(`${id}/test-period`, { version: 1 }, ben)).code).toBe('404 OWN_BOT_NOT_FOUND');
    expect(code(await api.call('GET', `/api/own-bots/${id}/result`, { as: ben }))).toBe(
      '404 OWN_BOT_NOT_FOUND',
    );
    await own.save(id, 1, { rule: WTI_RULE, setup: WTI, name: 'Anders' });
    expect((await run(`${id}/backtests`, { version: 1 })).code).toBe('409 OWN_BOT_CHANGED');
  });

  it('goes with its bot; one that is deleted meanwhile gets none', async () => {
    const id = await tested(TWO_YEARS);
    const { body } = await own.create({ rule: { ...WTI_RULE, maxBars: 9 }, setup: WTI });
    const running = run(`${body.id}/backtests`, { version: 1 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await own.remove(body.id);
    expect((await running).code).toBe('OWN_BOT_NOT_FOUND');
    await own.remove(id);
    const { rows } = await fixture.database.pool.query(
      'SELECT count(*)::int AS count FROM own_bot_results WHERE bot_id = ANY($1)',
      [[id, body.id]],
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('on prices of one’s own is none of the server’s: they are in the browser alone', async () => {
    const setup = { ...WTI, source: 'own' };
    const { body } = await own.create({ rule: WTI_RULE, setup });
    expect(body.setup).toEqual(setup);
    expect((await run(`${body.id}/backtests`, { version: 1 })).code).toBe('409 CANDLES_UNAVAILABLE');
    expect((await own.get(body.id)).body.newestVersion).toBeNull();
    expect(await resultOf(body.id)).toBeNull();
    const entries = [{ ruleHash: body.ruleHash as string, sharpe: null, returns: null }];
    expect(code(await own.record(entries))).toBe('200');
    expect(code(await own.record(entries, { source: 'own' }))).toBe('400 BAD_REQUEST');
    expect((await own.trials()).body.total).toBe(1);
    expect((await own.list()).savingsRate).toBe(0.02);
  });

  it('is off where own bots are off, and can still be read', async () => {
    const id = await tested(TWO_YEARS);
    const off = createApi(fixture, { dataDir, backtests: runner, ownBotsMax: 0 });
    const as = off.person('user', anna.userId);
    expect(code(await off.call('POST', `/api/own-bots/${id}/backtests`, { as, body: { version: 1 } }))).toBe(
      '409 OWN_BOTS_OFF',
    );
    expect((await off.call('GET', `/api/own-bots/${id}/result`, { as })).status).toBe(200);
  });
});

describe('the test period', () => {
  it('is opened once for a source, with the rule that was tested, and stays beside the other figures', async () => {
    const { body } = await own.create({ rule: WTI_RULE, setup: WTI });
    expect((await run(`${body.id}/test-period`, { version: 1 })).code).toBe('409 OWN_BOT_STATE');
    await run(`${body.id}/backtests`, { version: 1 });
    expect((await run(`${body.id}/test-period`, { version: 2 })).code).toBe('409 OWN_BOT_CHANGED');
    const before = (await resultOf(body.id))!;
    const openSources = async () =>
      (await own.sources()).filter(({ isTestPeriodOpen }) => isTestPeriodOpen).map(({ source }) => source);
    expect(await openSources()).toEqual([]);
    const attempts = await Promise.all([1, 2].map(() => run(`${body.id}/test-period`, { version: 1 })));
    const [opened, refused] = attempts.map(({ code: answer }) => answer).sort();
    expect(opened).toBe('');
    // Whichever comes second finds the first one at work or done.
    expect(refused).toMatch(/^409 (BACKTEST_RUNNING|TEST_PERIOD_OPENED)$/);
    const after = (await resultOf(body.id))!;
    expect(after.result).toEqual(before.result);
    expect(after.testPeriod.opened).toMatchObject({
      isThisRule: true,
      result: { firstDay: '2012-06-01', lastDay: '2019-01-03', missingWarmUp: 0 },
    });
    expect(await openSources()).toEqual(['wti']);
    expect((await own.trials()).body.total, 'no trial').toBe(1);
    expect((await run(`${body.id}/test-period`, { version: 1 })).code).toBe('409 TEST_PERIOD_OPENED');

    const other = await tested({ ...TWO_YEARS, rule: { ...WTI_RULE, maxBars: 20 } });
    expect((await resultOf(other))?.testPeriod.opened).toMatchObject({ isThisRule: false });
    expect((await run(`${other}/test-period`, { version: 1 })).code).toBe('409 TEST_PERIOD_OPENED');
    await own.remove(body.id);
    expect((await resultOf(other))?.testPeriod.opened, 'it stays when the bot goes').not.toBeNull();
  });
});

describe('the certificate', () => {
  it('is made on the practice market, whatever the rule is tested on, and once', async () => {
    const { body } = await own.create({ rule: WTI_RULE, setup: WTI });
    expect((await run(`${body.id}/certificate`, { version: 1 })).code).toBe('409 OWN_BOT_STATE');
    await run(`${body.id}/backtests`, { version: 1 });
    expect((await run(`${body.id}/certificate`, { version: 1 })).events.at(-1)).toEqual({ type: 'done' });
    const made = (await resultOf(body.id))?.certificate;
    expect(made).toMatchObject({ passed: true, firstDifference: null });
    expect(made?.cuts).toHaveLength(50);
    expect(Math.max(...made!.cuts)).toBeLessThanOrEqual(Date.UTC(2025, 0, 1));
    expect((await run(`${body.id}/certificate`, { version: 1 })).events, 'it is there').toEqual([
      { type: 'done' },
    ]);
    await fixture.database.pool.query(`UPDATE testbench_certificates SET engine_version = 'older'`);
    expect((await resultOf(body.id))?.certificate, 'of another engine it is none').toBeNull();
  });

  it('is there as well of a version that was tested in the browser alone', async () => {
    const { body } = await own.create({ rule: WTI_RULE, setup: { ...WTI, source: 'own' } });
    await own.freeze(body.id, 1);
    await run(`${body.id}/certificate`, { version: 1 });
    const { body: said } = await api.call('GET', `/api/own-bots/${body.id}/result`, { as: anna });
    expect(said).toMatchObject({ result: null, certificate: { passed: true } });
    expect((await own.get(body.id)).body.status).toBe('certified');
  });
});
