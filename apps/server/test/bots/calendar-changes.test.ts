import { addDays, calendarEvents, DAY_MS, HOUR_MS, MINUTE_MS } from '@botdepot/trading';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventsOfPeriod } from '../../src/modules/bots/backtests/backtest-data.ts';
import { fillCalendar, watchCalendar } from '../../src/modules/bots/events/calendar.ts';
import { listBots } from '../../src/modules/bots/overview/list-bots.ts';
import { newId } from '../../src/platform/work.ts';
import { at, type CalendarWorld, createCalendarWorld, type Entry, TODAY } from './calendar-world.ts';

let world: CalendarWorld;

describe('a window entered by an admin', () => {
  beforeEach(async () => {
    world = await createCalendarWorld();
    return () => world.fixture.close();
  });

  it('is in everybody’s calendar, is traded on and makes the market nervous', async () => {
    const { status, body } = await world.enter(at(24.01), at(29), { name: ' Zinsentscheid ' });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        name: 'Zinsentscheid',
        // Full minutes.
        startsAt: at(24),
        endsAt: at(29),
        origin: 'admin',
        createdAt: at(0),
        createdBy: `${world.admin.userId}@probe.example`,
        decisionTimes: [at(25), at(26), at(27)],
        cancelledAt: null,
      },
    });
    const { id } = body as Entry;
    expect(await world.shown()).toEqual([id]);
    expect(await world.traded()).toEqual([id]);
    expect(await world.nervous()).toEqual([at(24)]);
    const listed = await world.list('coming');
    expect(listed).toMatchObject({ total: 1, items: [body] });
    const [row] = (
      await world.fixture.database.pool.query(
        `SELECT action, subject, subject_id, actor_id, after, reason FROM audit_log`,
      )
    ).rows;
    expect(row).toEqual({
      action: 'calendar.create',
      subject: 'trading_event',
      subject_id: id,
      actor_id: world.admin.userId,
      after: { startsAt: at(24), endsAt: at(29) },
      reason: 'Zinsentscheid',
    });
    expect(world.fixture.hints).toContainEqual({ to: 'customers', subjects: ['bots'] });
  });

  it('needs five minutes until it begins, and is told the earliest start', async () => {
    const earliest = new Date(TODAY + 5 * MINUTE_MS).toISOString();
    expect(await world.enter(new Date(TODAY + 4 * MINUTE_MS).toISOString(), at(5))).toMatchObject({
      status: 409,
      body: { code: 'EVENT_BEGINS_TOO_SOON', data: { earliest } },
    });
    expect(await world.enter(at(-3), at(5))).toMatchObject({ body: { code: 'EVENT_BEGINS_TOO_SOON' } });
    expect(await world.enter(earliest, at(5))).toMatchObject({ status: 201 });
    // A replica whose clock is slow: the database's decides.
    world.fixture.clock.set(new Date('2020-01-01T00:00:00Z'));
    const soon = new Date(Date.now() + 2 * MINUTE_MS).toISOString();
    const later = new Date(Date.now() + 3 * HOUR_MS).toISOString();
    expect(await world.enter(soon, later)).toMatchObject({ body: { code: 'EVENT_BEGINS_TOO_SOON' } });
  });

  it.each([
    ['ends before it begins', 24, 23],
    ['has no length', 24, 24],
    ['is shorter than a minute', 24, 24 + 0.9 / 60],
    ['lasts longer than a day', 24, 48.02],
    ['lies far ahead', 3 * 366 * 24, 3 * 366 * 24 + 5],
  ])('is refused when it %s', async (_, from, to) => {
    expect(await world.enter(at(from), at(to))).toMatchObject({
      status: 409,
      body: { code: 'EVENT_WINDOW_INVALID' },
    });
    expect(await world.list('coming')).toMatchObject({ total: 0 });
  });

  it('says nothing of decisions where it is too short for an entry', async () => {
    expect(await world.entered(at(24), at(26.5))).toMatchObject({ decisionTimes: [] });
    expect(await world.entered(at(30), at(30.5))).toMatchObject({ decisionTimes: [] });
    expect(await world.entered(at(40), at(44))).toMatchObject({ decisionTimes: [at(41), at(42)] });
  });

  it.each([
    ['is the same', 24, 29],
    ['begins in it', 28, 32],
    ['ends in it', 20, 24.5],
    ['lies in it', 25, 26],
    ['lies around it', 23, 30],
  ])('is refused where it meets another, which is named: one that %s', async (_, from, to) => {
    await world.enter(at(24), at(29), { name: 'Zinsentscheid' });
    const key = newId();
    const refused = {
      status: 409,
      body: {
        code: 'EVENT_OVERLAPS',
        data: { name: 'Zinsentscheid', startsAt: at(24), endsAt: at(29) },
      },
    };
    expect(await world.enter(at(from), at(to), { key })).toMatchObject(refused);
    expect(await world.list('coming')).toMatchObject({ total: 1 });
    // The same press again gets the same answer, whatever has become free meanwhile.
    await world.cancel((await world.list('coming')).items[0]?.id ?? '');
    expect(await world.enter(at(from), at(to), { key })).toMatchObject(refused);
    expect(await world.enter(at(from), at(to))).toMatchObject({ status: 201 });
  });

  it('is refused where it meets one made by rule, and may touch others', async () => {
    await world.byRule(at(24), at(29));
    expect(await world.enter(at(28), at(33))).toMatchObject({
      status: 409,
      body: { code: 'EVENT_OVERLAPS', data: { name: 'Nach Regel' } },
    });
    expect(await world.enter(at(29), at(33))).toMatchObject({ status: 201 });
    expect(await world.enter(at(20), at(24))).toMatchObject({ status: 201 });
  });

  it('is one of several that meet when they are entered or moved there at the same moment', async () => {
    const { id } = await world.entered(at(60), at(65));
    const answers = await Promise.all([
      ...[24, 25, 26].map((from) => world.enter(at(from), at(from + 5))),
      world.post(`/${id}/move`, { name: 'Rede', startsAt: at(27), endsAt: at(30), reason: 'Neue Zeit' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    for (const { status, body } of answers)
      if (status !== 201) expect(body).toMatchObject({ code: 'EVENT_OVERLAPS' });
    const { items } = await world.list('coming');
    const ends = items.map(({ endsAt }) => String(endsAt));
    for (const [index, { startsAt }] of items.entries())
      if (index > 0) expect(startsAt >= (ends[index - 1] ?? '')).toBe(true);
  });

  it('is entered once per start, whoever else enters it at the same moment, and again after it was called off', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => world.enter(at(24), at(29))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    for (const { status, body } of answers)
      if (status === 409) expect(body).toMatchObject({ code: 'EVENT_OVERLAPS' });
    const [{ id } = { id: '' }] = (await world.list('coming')).items;
    expect(await world.cancel(id)).toMatchObject({ status: 200 });
    const again = await world.entered(at(24), at(29));
    expect(await world.traded()).toEqual([again.id]);
    expect(await world.cancel(again.id)).toMatchObject({ status: 200 });
    expect(await world.list('cancelled')).toMatchObject({ total: 2 });
  });

  it('is moved while the rules fill the calendar, in whichever order the two come', async () => {
    const { fixture } = world;
    const now = fixture.clock.now();
    await fillCalendar(fixture.database.db, now);
    const ruled = (await world.list('coming')).items.filter(({ origin }) => origin === 'calendar');
    expect(ruled.length).toBeGreaterThan(4);
    for (const [round, { id }] of ruled.entries()) {
      const own = { startsAt: at(300 * 24 + round), endsAt: at(300 * 24 + round + 1) };
      const [answer] = await Promise.all([
        world.post(`/${id}/move`, { ...own, name: 'Rede', reason: 'Neue Zeit' }),
        ...Array.from({ length: 3 }, () => fixture.database.transaction((tx) => fillCalendar(tx, now))),
      ]);
      expect(answer.status, `round ${round}: ${JSON.stringify(answer.body)}`).toBe(201);
    }
  });

  it('is entered once per key', async () => {
    const key = newId();
    const first = await world.enter(at(24), at(29), { key });
    expect(await world.enter(at(24), at(29), { key })).toMatchObject({ status: 201, body: first.body });
    expect(await world.enter(at(24), at(29), { key: null })).toMatchObject({
      body: { code: 'IDEMPOTENCY_KEY_REQUIRED' },
    });
    expect(await world.list('coming')).toMatchObject({ total: 1 });
  });

  it.each([
    { name: '' },
    { name: 'x'.repeat(121) },
    { startsAt: 'morgen' },
    { endsAt: '2027-02-30T00:00:00Z' },
    { endsAt: null },
    { colour: 'red' },
  ])('is bad input with %j', async (wrong) => {
    const body = { name: 'Rede', startsAt: at(24), endsAt: at(29), ...wrong };
    expect(await world.post('', body)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });
});

describe('a window that is called off', () => {
  beforeEach(async () => {
    world = await createCalendarWorld();
    return () => world.fixture.close();
  });

  it('is kept with who did it and why, and nobody trades on it or sees it', async () => {
    const { id } = await world.entered(at(24), at(29));
    const answer = await world.cancel(id, 'Der Termin wurde verschoben');
    const off = {
      cancelledAt: at(0),
      cancelledBy: `${world.admin.userId}@probe.example`,
      cancelReason: 'Der Termin wurde verschoben',
    };
    expect(answer).toMatchObject({ status: 200, body: { id, ...off } });
    expect(await world.shown()).toEqual([]);
    expect(await world.traded()).toEqual([]);
    expect(await world.nervous()).toEqual([]);
    expect(await world.list('coming')).toMatchObject({ total: 0 });
    expect(await world.list('cancelled')).toMatchObject({ total: 1, items: [{ id, ...off }] });
    expect(await world.cancel(id)).toMatchObject({ status: 409, body: { code: 'EVENT_CANCELLED' } });
    expect(await world.cancel(newId())).toMatchObject({ status: 404, body: { code: 'EVENT_NOT_FOUND' } });
    expect(await world.cancel(id, '')).toMatchObject({ status: 400 });
    const [newsbot] = (
      await listBots(world.fixture.database.db, world.fixture.strategies, world.fixture.clock.now())
    ).filter(({ botType }) => botType === 'newsbot');
    expect(newsbot).toMatchObject({ nextEvent: null, nextDecisionAt: null });
  });

  it('makes room for the event by rule that it stood in the way of, on the same day', async () => {
    const { fixture } = world;
    const now = fixture.clock.now();
    const today = now.toISOString().slice(0, 10);
    const [ruled] = calendarEvents(today, addDays(today, 60)).filter(
      ({ startsAt }) => startsAt > now.getTime() + DAY_MS,
    );
    if (!ruled) throw new Error('no event by rule in two months');
    const span = [new Date(ruled.startsAt).toISOString(), new Date(ruled.endsAt).toISOString()] as const;
    const { id } = await world.entered(...span);
    const { rows } = await fixture.database.pool.query<{ epoch: number }>('SELECT epoch FROM leadership');
    const term = { epoch: Number(rows[0]?.epoch), signal: new AbortController().signal };
    const calendar = watchCalendar(fixture.database, term);
    await calendar.refresh(now);
    const known = () => calendar.events().filter(({ startsAt }) => startsAt === ruled.startsAt);
    expect(known()).toMatchObject([{ id }]);
    await world.cancel(id);
    for (let minute = 1; minute <= 2; minute++)
      await calendar.refresh(new Date(now.getTime() + minute * MINUTE_MS));
    expect(known()).toMatchObject([{ name: ruled.name }]);
    expect(known()[0]?.id).not.toBe(id);
  });

  it('by several admins at once is so once', async () => {
    const { id } = await world.entered(at(24), at(29));
    const answers = await Promise.all(Array.from({ length: 4 }, () => world.cancel(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  it('cannot be once it begins within five minutes', async () => {
    const { id } = await world.entered(at(24), at(29));
    world.fixture.clock.set(new Date(TODAY + 24 * HOUR_MS - 5 * MINUTE_MS + 1));
    expect(await world.cancel(id)).toMatchObject({ status: 409, body: { code: 'EVENT_BEGUN' } });
    world.fixture.clock.set(new Date(TODAY + 26 * HOUR_MS));
    expect(await world.cancel(id)).toMatchObject({ status: 409, body: { code: 'EVENT_BEGUN' } });
    world.fixture.clock.set(new Date(TODAY + 24 * HOUR_MS - 5 * MINUTE_MS));
    expect(await world.cancel(id)).toMatchObject({ status: 200 });
  });

  it('made by rule is not entered again by the rule, but can be by an admin', async () => {
    await fillCalendar(world.fixture.database.db, world.fixture.clock.now());
    const [first, second] = (await world.list('coming')).items;
    if (!first || !second) throw new Error('the rules entered nothing');
    expect(first).toMatchObject({ origin: 'calendar', createdBy: null });
    await world.cancel(first.id);
    await fillCalendar(world.fixture.database.db, world.fixture.clock.now());
    expect((await world.list('coming')).items[0]).toMatchObject({ id: second.id });
    expect(await world.traded()).not.toContain(first.id);
    const backtested = await eventsOfPeriod(
      world.fixture.database.db,
      world.newsbot,
      TODAY,
      TODAY + 110 * DAY_MS,
    );
    const starts = backtested.map(({ startsAt }) => new Date(startsAt).toISOString());
    expect(starts).toContain(second.startsAt);
    expect(starts).not.toContain(first.startsAt);
    const end = new Date(Date.parse(first.startsAt) + 5 * HOUR_MS).toISOString();
    const own = await world.entered(first.startsAt, end);
    expect((await world.list('coming')).items[0]).toMatchObject({ id: own.id, origin: 'admin' });
  });

  it('made by rule gives way to one that the team had entered before, until that is called off', async () => {
    const fill = () => fillCalendar(world.fixture.database.db, world.fixture.clock.now());
    const starts = async () => (await world.list('coming')).items.map(({ startsAt }) => startsAt);
    const today = at(0).slice(0, 10);
    const [rule] = calendarEvents(addDays(today, 1), addDays(today, 100));
    if (!rule) throw new Error('the rules make nothing');
    const inIt = (ms: number) => new Date(rule.startsAt + ms).toISOString();
    const own = await world.entered(inIt(2 * HOUR_MS), inIt(9 * HOUR_MS));
    await fill();
    expect(await starts()).toContain(own.startsAt);
    expect(await starts()).not.toContain(inIt(0));
    await world.cancel(own.id);
    await fill();
    expect(await starts()).toContain(inIt(0));
  });

  it('lists the one called off last first, in pages', async () => {
    for (const hours of [24, 48, 72]) {
      const { id } = await world.entered(at(hours), at(hours + 5));
      world.fixture.clock.advance(MINUTE_MS);
      await world.cancel(id);
    }
    const page = await world.list('cancelled', '&pageSize=2');
    expect(page.items.map(({ startsAt }) => startsAt)).toEqual([at(72), at(48)]);
    expect(
      (await world.list('cancelled', '&pageSize=2&page=2')).items.map(({ startsAt }) => startsAt),
    ).toEqual([at(24)]);
    expect(page.total).toBe(3);
  });
});

describe('a window that is moved', () => {
  beforeEach(async () => {
    world = await createCalendarWorld();
    return () => world.fixture.close();
  });
  const move = (id: string, to: object = {}) =>
    world.post(`/${id}/move`, {
      name: 'Rede der Notenbank',
      startsAt: at(30),
      endsAt: at(35),
      reason: 'Neue Zeit',
      ...to,
    });

  it('is called off and entered anew in one', async () => {
    const { id } = await world.entered(at(24), at(29));
    const moved = await move(id);
    expect(moved).toMatchObject({
      status: 201,
      body: { startsAt: at(30), origin: 'admin', cancelledAt: null },
    });
    const { id: after } = moved.body as Entry;
    expect(await world.traded()).toEqual([after]);
    expect(await world.list('cancelled')).toMatchObject({ items: [{ id, cancelReason: 'Neue Zeit' }] });
    const { rows } = await world.fixture.database.pool.query(
      `SELECT subject_id, before, after, reason FROM audit_log WHERE action LIKE 'calendar.%' ORDER BY seq OFFSET 1`,
    );
    expect(rows).toEqual([
      {
        subject_id: after,
        before: { eventId: id, startsAt: at(24), endsAt: at(29) },
        after: { startsAt: at(30), endsAt: at(35) },
        reason: 'Neue Zeit',
      },
    ]);
    expect(await move(id)).toMatchObject({ body: { code: 'EVENT_CANCELLED' } });
    expect(await move(newId())).toMatchObject({ status: 404, body: { code: 'EVENT_NOT_FOUND' } });
  });

  it('may keep its start and get another name', async () => {
    const { id } = await world.entered(at(24), at(29));
    const renamed = { name: 'Zinsentscheid', startsAt: at(24), endsAt: at(29) };
    expect(await move(id, renamed)).toMatchObject({ status: 201, body: renamed });
    expect(await world.list('coming')).toMatchObject({ total: 1 });
  });

  it.each([
    ['too soon', { startsAt: at(0.05), endsAt: at(5) }, 'EVENT_BEGINS_TOO_SOON'],
    ['beyond a day', { endsAt: at(60) }, 'EVENT_WINDOW_INVALID'],
    ['onto another', { startsAt: at(40), endsAt: at(44) }, 'EVENT_OVERLAPS'],
    ['into another', { startsAt: at(38), endsAt: at(41) }, 'EVENT_OVERLAPS'],
  ])('%s stays where it was', async (_, to, code) => {
    const { id } = await world.entered(at(24), at(29));
    await world.entered(at(40), at(44));
    expect(await move(id, to)).toMatchObject({ status: 409, body: { code } });
    expect(await world.list('coming')).toMatchObject({ total: 2, items: [{ id }, {}] });
    expect(await world.list('cancelled')).toMatchObject({ total: 0 });
  });

  it('stays where it was once it has begun', async () => {
    const { id } = await world.entered(at(24), at(29));
    world.fixture.clock.set(new Date(TODAY + 24.5 * HOUR_MS));
    expect(await move(id)).toMatchObject({ status: 409, body: { code: 'EVENT_BEGUN' } });
  });
});
