import { createEngine, HOUR_MS, MINUTE_MS, newsBot, type TradingEvent } from '@botdepot/trading';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillCalendar } from '../../src/modules/bots/events/calendar.ts';
import {
  insertEvents,
  listTradingEvents,
  readNervousWindows,
  readTradedEvents,
} from '../../src/modules/bots/events/trading-events.ts';
import { STRATEGIES } from '../../src/modules/bots/index.ts';
import { getBot, listBots } from '../../src/modules/bots/overview/list-bots.ts';
import { listProtocol } from '../../src/modules/bots/protocol/list-protocol.ts';
import { symbolSpecs } from '../../src/modules/bots/strategies.ts';
import { createSimulatedSource, listPrices } from '../../src/modules/markets/index.ts';
import { createKnowledgeAssistant } from '../../src/modules/support/index.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';
import { type BotsFixture, createBotsFixture } from './bots-fixture.ts';

const hoursAfter = (at: Date | number, hours: number): Date => new Date(Number(at) + hours * HOUR_MS);
const eventAt = (startsAt: Date, hours = 5) => ({
  name: 'Prüfung',
  startsAt: startsAt.getTime(),
  endsAt: hoursAfter(startsAt, hours).getTime(),
});

describe('the calendar', () => {
  let fixture: ServerFixture;
  beforeAll(async () => {
    fixture = await createServerFixture();
  });
  afterAll(() => fixture.close());

  const rows = async () =>
    (
      await fixture.database.pool.query<{
        id: string;
        name: string;
        starts_at: Date;
        ends_at: Date;
        origin: string;
      }>('SELECT * FROM trading_events ORDER BY starts_at, origin')
    ).rows;

  it('is filled with the events made by rule for 120 days and the one of the specification, once', async () => {
    const now = fixture.clock.now();
    await fillCalendar(fixture.database.db, now);
    const first = await rows();
    expect(first.map(({ starts_at, origin }) => `${starts_at.toISOString().slice(0, 10)} ${origin}`)).toEqual(
      [
        '2025-08-01 specification',
        '2026-03-06 calendar',
        '2026-03-18 calendar',
        '2026-04-03 calendar',
        '2026-04-29 calendar',
        '2026-05-08 calendar',
        '2026-06-05 calendar',
        '2026-06-17 calendar',
      ],
    );
    const inBerlin = new Intl.DateTimeFormat('de-DE', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'Europe/Berlin',
    });
    expect([first[0]?.starts_at, first[0]?.ends_at].map((at) => inBerlin.format(at))).toEqual([
      '01.08.2025, 17:00',
      '01.08.2025, 22:00',
    ]);
    await fillCalendar(fixture.database.db, now);
    await fillCalendar(fixture.database.db, hoursAfter(now, 1));
    expect(await rows()).toEqual(first);
    await fillCalendar(fixture.database.db, hoursAfter(now, 24 * 14));
    expect((await rows()).slice(0, first.length)).toEqual(first);
    expect((await rows()).length).toBeGreaterThan(first.length);
  });

  it('never gets an event that has begun already', async () => {
    const during = new Date('2026-09-04T15:00:01Z');
    await fillCalendar(fixture.database.db, during);
    expect((await rows()).map(({ starts_at }) => starts_at.toISOString())).not.toContain(
      '2026-09-04T15:00:00.000Z',
    );
    // Anyone who makes prices or trades would not have read it everywhere by then.
    await fillCalendar(fixture.database.db, new Date('2026-09-04T14:55:01Z'));
    expect((await rows()).map(({ starts_at }) => starts_at.toISOString())).not.toContain(
      '2026-09-04T15:00:00.000Z',
    );
    const late = { origin: 'admin', now: during } as const;
    await expect(
      insertEvents(fixture.database.db, [eventAt(new Date('2026-09-04T15:00:00Z'))], late),
    ).rejects.toThrow();
  });

  it.each([
    ['an event that ends before it begins', -1],
    ['one without length', 0],
    ['one of more than a day', 25],
  ])('refuses %s', async (_, hours) => {
    const entry = { origin: 'admin', now: fixture.clock.now() } as const;
    const event = eventAt(new Date('2030-01-01T15:00:00Z'), hours);
    await expect(insertEvents(fixture.database.db, [event], entry)).rejects.toThrow();
  });

  it('keeps what has begun: no change, no deletion, whoever asks', async () => {
    const { pool } = fixture.database;
    for (const change of [
      `UPDATE trading_events SET name = 'x' WHERE starts_at < '2026-03-07'`,
      `UPDATE trading_events SET ends_at = ends_at + interval '1 hour' WHERE starts_at < '2026-03-07'`,
      `DELETE FROM trading_events WHERE starts_at < '2026-03-07'`,
      'TRUNCATE trading_events',
    ])
      await expect(pool.query(change), change).rejects.toMatchObject({ code: '23001' });
  });

  it('lets a coming event be moved and deleted, but not into the past', async () => {
    const { pool, db } = fixture.database;
    const year = new Date().getUTCFullYear() + 2;
    const entry = { origin: 'admin', now: fixture.clock.now() } as const;
    await insertEvents(db, [eventAt(new Date(`${year}-05-05T15:00:00Z`))], entry);
    const only = `WHERE origin = 'admin'`;
    await pool.query(`UPDATE trading_events SET ends_at = ends_at + interval '1 hour' ${only}`);
    await expect(
      pool.query(
        `UPDATE trading_events SET starts_at = created_at + interval '1 minute', ends_at = created_at + interval '1 hour' ${only}`,
      ),
    ).rejects.toMatchObject({ code: '23001' });
    expect((await pool.query(`DELETE FROM trading_events ${only}`)).rowCount).toBe(1);
  });

  it('is traded on and simulated without what was entered late', async () => {
    const traded = await readTradedEvents(fixture.database.db, new Date(0));
    expect(traded.map(({ startsAt }) => startsAt)).not.toContain(Date.parse('2025-08-01T15:00:00Z'));
    expect(traded.length).toBe((await rows()).length - 1);
    const windows = await readNervousWindows(fixture.database.db);
    expect(windows.map(({ startsAt }) => startsAt.getTime()).toSorted()).toEqual(
      traded.map(({ startsAt }) => startsAt).toSorted(),
    );
  });

  it('lists what comes with the next one first and what is over with the newest first', async () => {
    const { coming, past } = await listTradingEvents(fixture.database.db, new Date('2026-03-18T18:00:00Z'));
    expect(coming.map(({ startsAt }) => startsAt).slice(0, 2)).toEqual([
      '2026-03-18T16:00:00.000Z',
      '2026-04-03T15:00:00.000Z',
    ]);
    expect(past).toMatchObject([
      { name: 'US-Arbeitsmarktbericht', startsAt: '2026-03-06T16:00:00.000Z', origin: 'calendar' },
      { name: 'US-Arbeitsmarktbericht', startsAt: '2025-08-01T15:00:00.000Z', origin: 'specification' },
    ]);
  });

  it('never leaves the first window out, however long ago it was', async () => {
    const { pool } = fixture.database;
    await pool.query(
      `INSERT INTO trading_events (id, name, starts_at, ends_at, origin, created_at)
         SELECT gen_random_uuid(), 'Viele', day, day + interval '5 hours', 'admin', now()
         FROM generate_series('2029-01-01T15:00Z'::timestamptz, '2029-01-10T15:00Z', '1 day') AS day`,
    );
    const { past } = await listTradingEvents(fixture.database.db, new Date('2030-01-01T00:00:00Z'));
    await pool.query(`DELETE FROM trading_events WHERE name = 'Viele'`);
    expect(past.length).toBe(21);
    expect(past.at(-1)).toMatchObject({ startsAt: '2025-08-01T15:00:00.000Z', origin: 'specification' });
    expect(past.at(-2)?.origin).toBe('calendar');
  });

  it('makes the simulated market more nervous in its windows, and leaves it as it was before them', {
    tags: ['long'],
  }, async () => {
    await fillCalendar(fixture.database.db, fixture.clock.now());
    const originMs = Date.parse('2026-01-01T00:00:00Z');
    const simulation = { seed: 'events', originMs, anchorMs: originMs };
    const load = () => readNervousWindows(fixture.database.db);
    const [calm, nervous] = [createSimulatedSource(simulation), createSimulatedSource(simulation, load)];
    await Promise.all([calm.prepare(), nervous.prepare()]);
    const until = Date.parse('2026-06-20T00:00:00Z');
    const [a, b] = await Promise.all([calm, nervous].map((source) => source.candles('1h', originMs, until)));
    const gold = (series: typeof a) => series?.find(({ symbol }) => symbol === 'GOLD')?.candles;
    const [quiet, restless] = [gold(a), gold(b)];
    if (!quiet || !restless) throw new Error('no candles');
    const windows = await load();
    const within = (time: number) =>
      windows.some(({ startsAt, endsAt }) => time >= startsAt.getTime() && time < endsAt.getTime());
    let variance = { quiet: 0, restless: 0 };
    for (let at = 0; at < quiet.length; at++) {
      const time = quiet.time[at] ?? Number.NaN;
      const move = (candles: typeof quiet) => Math.log((candles.close[at] ?? 0) / (candles.open[at] ?? 0));
      if (time < Date.parse('2026-03-06T16:00:00Z')) expect(restless.close[at]).toBe(quiet.close[at]);
      if (within(time)) {
        variance = {
          quiet: variance.quiet + move(quiet) ** 2,
          restless: variance.restless + move(restless) ** 2,
        };
      } else expect(move(restless)).toBeCloseTo(move(quiet), 4);
    }
    expect(variance.restless).toBeGreaterThan(2 * variance.quiet);
  });
});

describe('NewsBot on the platform', () => {
  const newsbot = STRATEGIES.newsbot;
  if (!newsbot) throw new Error('NewsBot is not registered');
  const OPENS = Date.parse('2026-03-06T16:00:00Z');
  const opening = Date.parse('2026-03-06T15:54:00Z');
  let fixture: BotsFixture;
  beforeAll(async () => {
    fixture = await createBotsFixture({ strategies: { newsbot } });
    fixture.clock.set(new Date(opening));
    // A jump in the second hour leaves the range of the first one whatever the prices do.
    fixture.market.shock(OPENS + 95 * MINUTE_MS, 1.12);
  });
  afterAll(() => fixture.close());

  const bot = () => getBot(fixture.database.db, fixture.strategies, 'newsbot', fixture.clock.now());
  const fills = async () =>
    (
      await fixture.database.pool.query<{
        filled_at: Date;
        symbol: string;
        reason: string;
        quantity: number;
        mid_price: number;
      }>(
        'SELECT filled_at, symbol, reason, quantity, mid_price FROM bot_fills ORDER BY filled_at, symbol, reason',
      )
    ).rows;

  it('waits with its money before the window and names it', async () => {
    await fixture.run(3);
    const { activity, tradesOnEvents, nextEvent, nextDecisionAt, startable } = await bot();
    expect(activity).toBe(
      'Hält keine Positionen, alles in Geld. Nächster Termin: US-Arbeitsmarktbericht, 06.03.2026, 17:00–\u206022:00\u00a0Uhr. Bis dahin wartet das Geld.',
    );
    expect({ tradesOnEvents, nextDecisionAt, startable }).toEqual({
      tradesOnEvents: true,
      nextDecisionAt: '2026-03-06T17:00:00.000Z',
      startable: true,
    });
    expect(nextEvent).toMatchObject({ startsAt: '2026-03-06T16:00:00.000Z', origin: 'calendar' });
    const assistant = createKnowledgeAssistant({ ...fixture, listPrices });
    const question = {
      userId: (await fixture.createCustomer()).userId,
      messages: ['Wann handelt der NewsBot das nächste Mal?'],
      now: fixture.clock.now(),
    };
    expect((await assistant.answer(question)).message).toMatch(
      /^NewsBot: Nächster Termin: US-Arbeitsmarktbericht, 06\.03\.2026, 17:00–\u206022:00\u00a0Uhr\./,
    );
    const [smartbot] = await listBots(fixture.database.db, fixture.strategies, fixture.clock.now());
    expect(smartbot).toMatchObject({ tradesOnEvents: false, nextEvent: null });
  });

  it('trades the window over a restart and a take-over, and nothing but the window', async () => {
    await fixture.run(80);
    await fixture.restart();
    await fixture.run(50);
    expect((await bot()).activity).toMatch(/ Termin läuft: US-Arbeitsmarktbericht, 06\.03\.2026/);
    await fixture.takeOver();
    await fixture.restart();
    await fixture.run(240);
    const done = await fills();
    expect(done.map(({ reason }) => reason)).toContain('entry');
    for (const { filled_at } of done) {
      expect(filled_at.getTime()).toBeGreaterThanOrEqual(OPENS + 2 * HOUR_MS);
      expect(filled_at.getTime()).toBeLessThanOrEqual(OPENS + 5 * HOUR_MS);
    }
    const { positions, nextEvent, nextDecisionAt } = await bot();
    expect(positions).toEqual([]);
    expect(nextEvent).toMatchObject({ startsAt: '2026-03-18T16:00:00.000Z' });
    expect(nextDecisionAt).toBe('2026-03-18T17:00:00.000Z');
  });

  it('says in its protocol what it found, once per decision', async () => {
    const { items: protocol } = await listProtocol(fixture.database.db, {
      botType: 'newsbot',
      page: 1,
      pageSize: 100,
    });
    const lines = protocol.filter(({ kind }) => kind === 'decision').toReversed();
    expect(lines.map(({ at }) => at)).toEqual([
      '2026-03-06T17:00:00.000Z',
      '2026-03-06T18:00:00.000Z',
      '2026-03-06T19:00:00.000Z',
    ]);
    expect(lines[0]?.text).toContain(
      'Spanne der ersten Stunde steht fest: SPX500, NASDAQ100, GOLD, SILVER, GBP/USD und USD/JPY.',
    );
    expect(lines[1]?.text).toContain('Geplantes Risiko dieser Aufträge:');
    for (const { title, text } of protocol) expect(`${title} ${text}`).not.toMatch(/!|NaN|undefined|null/);
  });

  it('did what a replay of the same candles and the same calendar does', async () => {
    const events: TradingEvent[] = await readTradedEvents(fixture.database.db, new Date(0));
    const engine = createEngine({
      strategy: newsBot,
      symbols: symbolSpecs(newsbot.symbols),
      startingEquity: 1,
      baseIntervalMs: MINUTE_MS,
      events,
    });
    const { rows } = await fixture.database.pool.query<{
      time: Date;
      symbol: string;
      open: number;
      high: number;
      low: number;
      close: number;
      volume: number;
    }>(`SELECT * FROM market_candles WHERE interval = '1m' ORDER BY time`);
    const replayed = [];
    for (const time of new Set(rows.map((row) => row.time.getTime()))) {
      const bars = newsbot.symbols.map((name) =>
        rows.find((row) => row.symbol === name && row.time.getTime() === time),
      );
      replayed.push(...engine.step(time, bars).fills);
    }
    const key = (fill: { symbol: string; reason: string; mid: number; quantity: number; at: number }) =>
      `${fill.at} ${fill.symbol} ${fill.reason} ${fill.mid} ${fill.quantity}`;
    expect(
      replayed
        .map(({ time, symbol, reason, midPrice, units }) =>
          key({ symbol, reason, mid: midPrice, quantity: Math.abs(units), at: time }),
        )
        .toSorted(),
    ).toEqual(
      (await fills())
        .map(({ filled_at, symbol, reason, mid_price, quantity }) =>
          key({ symbol, reason, mid: mid_price, quantity, at: filled_at.getTime() }),
        )
        .toSorted(),
    );
  });

  it('learns of an event that is entered while it runs, without a restart', async () => {
    const startsAt = new Date('2026-03-06T23:00:00Z');
    const entry = { origin: 'admin', now: fixture.clock.now() } as const;
    await insertEvents(fixture.database.db, [eventAt(startsAt)], entry);
    await fixture.run(114);
    const { protocol, activity } = await bot();
    expect(activity).toMatch(/ Termin läuft: Prüfung, 07\.03\.2026, 00:00–\u206005:00\u00a0Uhr\.$/);
    // Friday night: every one of its markets closes for the weekend.
    expect(protocol[0]).toMatchObject({ at: '2026-03-07T00:00:00.000Z', kind: 'decision' });
    expect(protocol[0]?.text).toContain(
      'Markt schließt vor dem Ende des Zeitfensters: SPX500, NASDAQ100, GOLD, SILVER, GBP/USD und USD/JPY.',
    );
  });

  it('says that there is no event when the calendar is empty', async () => {
    const later = new Date('2029-01-01T12:00:00Z');
    const { activity, nextEvent, nextDecisionAt } = await getBot(
      fixture.database.db,
      fixture.strategies,
      'newsbot',
      later,
    );
    expect(activity).toMatch(/Kein Termin im Kalender\. Bis es einen gibt, wartet das Geld\.$/);
    expect({ nextEvent, nextDecisionAt }).toEqual({ nextEvent: null, nextDecisionAt: null });
  });
});
