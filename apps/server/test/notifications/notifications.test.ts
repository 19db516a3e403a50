import {
  NOTIFICATION_EVENTS,
  type NotificationType,
  notification,
  notificationEventsFor,
} from '@botdepot/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eraseNotifications, notify, notifyEach } from '../../src/modules/notifications/index.ts';
import { approveDeposit, requestDeposit } from '../../src/modules/wallet/index.ts';
import { createWorkRunner, newId, type WorkRunner } from '../../src/platform/work.ts';
import { type Api, createApi, ensureUser } from '../api-fixture.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

let fixture: ServerFixture;
let api: Api;
/** Where mail goes out. */
let runWithMail: WorkRunner;
let queued = 0;
beforeAll(async () => {
  fixture = await createServerFixture();
  api = createApi(fixture);
  runWithMail = createWorkRunner({ ...fixture, onMailsQueued: () => queued++ });
});
afterAll(() => fixture.close());
beforeEach(() => {
  queued = 0;
});

async function told(userId: string): Promise<string[]> {
  const { rows } = await fixture.database.pool.query<{ title: string }>(
    'SELECT title FROM user_notifications WHERE user_id = $1 ORDER BY id',
    [userId],
  );
  return rows.map(({ title }) => title);
}

async function mailed(userId: string): Promise<string[]> {
  const { rows } = await fixture.database.pool.query<{ title: string }>(
    'SELECT title FROM notification_mails WHERE user_id = $1 ORDER BY id',
    [userId],
  );
  return rows.map(({ title }) => title);
}

const content = (event: (typeof NOTIFICATION_EVENTS)[number]) =>
  ({
    event,
    title: event,
    message: 'Etwas ist geschehen.',
    type: 'info',
    subject: 'wallet',
    subjectId: newId(),
  }) as const;

const tell = (run: WorkRunner, userId: string, event: (typeof NOTIFICATION_EVENTS)[number]) =>
  run(fixture.admin, (work) => notify(work, { ...content(event), userId }));

const choose = (as: { token: string }, body: unknown) =>
  api.call('POST', '/api/notifications/settings', { as, body });

describe('without any choice', () => {
  it('the catalogue says what comes in the app and what by mail', async () => {
    const anna = api.person('user');
    for (const event of NOTIFICATION_EVENTS) await tell(runWithMail, anna.userId, event);
    expect(await told(anna.userId)).toEqual([...NOTIFICATION_EVENTS]);
    expect(await mailed(anna.userId)).toEqual(
      NOTIFICATION_EVENTS.filter((event) => event !== 'bot_started_or_stopped'),
    );
  });

  it('nothing waits to be mailed where the installation sends no mail', async () => {
    const anna = api.person('user');
    for (const event of NOTIFICATION_EVENTS) await tell(fixture.runWork, anna.userId, event);
    expect(await told(anna.userId)).toHaveLength(NOTIFICATION_EVENTS.length);
    expect(await mailed(anna.userId)).toEqual([]);
  });

  it.each([
    ['all', true, true],
    ['support', false, false],
    ['review', false, true],
    ['audit', true, false],
  ] as const)('an admin of „%s“ sees what is told there', async (adminField, alerts, approvals) => {
    const { body } = await api.call('GET', '/api/notifications/settings', {
      as: api.person('admin', undefined, { adminField }),
    });
    const events = (body.items as { event: string }[]).map(({ event }) => event);
    expect(events.includes('operations_alert')).toBe(alerts);
    expect(events.includes('approval')).toBe(approvals);
  });

  it('the settings show the same', async () => {
    const { status, body } = await api.call('GET', '/api/notifications/settings', { as: api.person('user') });
    expect(status).toBe(200);
    expect(body).toMatchObject({ mailPossible: false });
    expect(body.items).toEqual(
      notificationEventsFor(null).map((event) => ({
        event,
        inApp: true,
        byMail: event !== 'bot_started_or_stopped',
      })),
    );
  });
});

describe('a choice', () => {
  it('decides from then on, each way for itself', async () => {
    const anna = api.person('user');
    const answer = await choose(anna, { event: 'deposit_decided', inApp: false });
    expect(answer.status).toBe(200);
    expect(answer.body.items).toContainEqual({ event: 'deposit_decided', inApp: false, byMail: true });
    await tell(runWithMail, anna.userId, 'deposit_decided');
    expect([await told(anna.userId), await mailed(anna.userId)]).toEqual([[], ['deposit_decided']]);

    await choose(anna, { event: 'deposit_decided', inApp: true, byMail: false });
    await tell(runWithMail, anna.userId, 'deposit_decided');
    expect([await told(anna.userId), await mailed(anna.userId)]).toEqual([
      ['deposit_decided'],
      ['deposit_decided'],
    ]);
  });

  it('of security in the app counts only while mails are sent: somebody always hears of it', async () => {
    const anna = api.person('user');
    await choose(anna, { event: 'security', byMail: true });
    // As it was chosen while mails were sent.
    await fixture.database.pool.query('UPDATE notification_settings SET in_app = false WHERE user_id = $1', [
      anna.userId,
    ]);
    await tell(runWithMail, anna.userId, 'security');
    expect([await told(anna.userId), await mailed(anna.userId)]).toEqual([[], ['security']]);
    await tell(fixture.runWork, anna.userId, 'security');
    expect([await told(anna.userId), await mailed(anna.userId)]).toEqual([['security'], ['security']]);
    const { body } = await api.call('GET', '/api/notifications/settings', { as: anna });
    expect(body.items).toContainEqual({ event: 'security', inApp: true, byMail: true });
  });

  it('concerns nobody else and no other event', async () => {
    const [anna, ben] = [api.person('user'), api.person('user')];
    await choose(anna, { event: 'deposit_decided', inApp: false, byMail: false });
    await tell(runWithMail, ben.userId, 'deposit_decided');
    await tell(runWithMail, anna.userId, 'withdrawal_decided');
    expect(await told(ben.userId)).toEqual(['deposit_decided']);
    expect(await told(anna.userId)).toEqual(['withdrawal_decided']);
  });

  it.each([
    ['a correction out of the app', { event: 'wallet_correction', inApp: false }],
    ['a change of the account out of the mail', { event: 'security', byMail: false }],
    ['a change of the account out of the app, where no mail is sent', { event: 'security', inApp: false }],
    ['an event that does not exist', { event: 'weather', inApp: false }],
    ['nothing at all', { event: 'security' }],
    ['more than there is', { event: 'deposit_decided', inApp: false, userId: newId() }],
  ])('cannot take %s', async (_, body) => {
    const anna = api.person('user');
    expect(await choose(anna, body)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    const { rows } = await fixture.database.pool.query(
      'SELECT FROM notification_settings WHERE user_id = $1',
      [anna.userId],
    );
    expect(rows).toEqual([]);
  });

  it('made before an event became mandatory no longer counts', async () => {
    const anna = api.person('user');
    await choose(anna, { event: 'deposit_decided', inApp: false });
    await fixture.database.pool.query(
      `UPDATE notification_settings SET event = 'wallet_correction' WHERE user_id = $1`,
      [anna.userId],
    );
    await tell(runWithMail, anna.userId, 'wallet_correction');
    expect(await told(anna.userId)).toEqual(['wallet_correction']);
  });

  it('goes with the account', async () => {
    const anna = api.person('user');
    await choose(anna, { event: 'deposit_decided', inApp: false });
    await fixture.database.pool.query('DELETE FROM auth_users WHERE id = $1', [anna.userId]);
    const { rows } = await fixture.database.pool.query(
      'SELECT FROM notification_settings WHERE user_id = $1',
      [anna.userId],
    );
    expect(rows).toEqual([]);
  });
});

describe('telling', () => {
  it('belongs to the change that it tells of: both are there or neither is', async () => {
    const { userId } = await fixture.createCustomer();
    const failing = runWithMail(fixture.admin, async (work) => {
      await notify(work, { ...content('deposit_decided'), userId });
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    expect([await told(userId), await mailed(userId)]).toEqual([[], []]);
    expect(queued).toBe(0);
  });

  it('wakes the mailer after the commit, and only for a mail', async () => {
    const { userId } = await fixture.createCustomer();
    await tell(runWithMail, userId, 'bot_started_or_stopped');
    expect(queued).toBe(0);
    await tell(runWithMail, userId, 'deposit_decided');
    expect(queued).toBe(1);
  });

  it('reaches many at once, each as they have chosen and each once', async () => {
    const people = [api.person('user'), api.person('user'), api.person('user')];
    for (const person of people) await ensureUser(fixture, person);
    const [quiet, mailOnly, both] = people.map(({ userId }) => userId);
    const gone = newId();
    await choose(people[0]!, { event: 'bot_protection', inApp: false, byMail: false });
    await choose(people[1]!, { event: 'bot_protection', inApp: false });
    await runWithMail(fixture.admin, (work) =>
      notifyEach(work, [quiet!, mailOnly!, both!, gone], content('bot_protection')),
    );
    expect(await Promise.all(people.map(({ userId }) => told(userId)))).toEqual([[], [], ['bot_protection']]);
    expect(await Promise.all(people.map(({ userId }) => mailed(userId)))).toEqual([
      [],
      ['bot_protection'],
      ['bot_protection'],
    ]);
    expect([await told(gone), await mailed(gone)]).toEqual([[], []]);
    expect(queued).toBe(1);
  });

  it('can be erased for one person', async () => {
    const [anna, ben] = [api.person('user'), api.person('user')];
    for (const { userId } of [anna, ben]) await tell(runWithMail, userId, 'deposit_decided');
    await eraseNotifications(fixture.database.db, anna.userId);
    expect([await told(anna.userId), await mailed(anna.userId)]).toEqual([[], []]);
    expect([await told(ben.userId), await mailed(ben.userId)]).toEqual([
      ['deposit_decided'],
      ['deposit_decided'],
    ]);
  });

  it('of a deposit carries amount, reference and status into the mail', async () => {
    const customer = await fixture.createCustomer();
    const deposit = await fixture.runWork(customer, (work) =>
      requestDeposit(work, { userId: customer.userId, amountUsd: '1234.56', cryptoCurrency: 'BTC' }),
    );
    await runWithMail(fixture.admin, (work) => approveDeposit(work, { id: deposit.id }));
    const { rows } = await fixture.database.pool.query(
      'SELECT title, facts, subject, subject_id FROM notification_mails WHERE user_id = $1',
      [customer.userId],
    );
    expect(rows).toEqual([
      {
        title: 'Einzahlung gutgeschrieben',
        subject: 'deposit',
        subject_id: deposit.id,
        facts: [
          { label: 'Betrag', value: '1.234,56\u00a0USD' },
          { label: 'Referenz', value: deposit.reference },
          { label: 'Status', value: 'Gutgeschrieben' },
        ],
      },
    ]);
  });
});

describe('the whole list', () => {
  const list = async (as: { token: string }, query = '') => {
    const { status, body } = await api.call('GET', `/api/notifications/all${query}`, { as });
    expect(status).toBe(200);
    const items = notification.array().parse(body.items);
    return { ...body, items, titles: items.map(({ title }) => title) };
  };
  const send = (userId: string, title: string, type: NotificationType = 'info') =>
    fixture.runWork(fixture.admin, (work) =>
      notify(work, { ...content('deposit_decided'), userId, title, type }),
    );

  it('comes page by page, newest first, each one once', async () => {
    const anna = api.person('user');
    const sent = Array.from({ length: 25 }, (_, index) => `Nachricht ${index}`);
    // Several at the same moment: their order must not change from page to page.
    for (const title of sent) await send(anna.userId, title);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(anna, `?page=${page}&pageSize=10`)));
    expect(pages.map(({ items }) => items.length)).toEqual([10, 10, 5, 0]);
    expect(pages.flatMap(({ titles }) => titles)).toEqual(sent.toReversed());
    expect(pages[1]).toMatchObject({ total: 25, unread: 25, page: 2, pageSize: 10 });
  });

  it('can be cut to one kind, to the unread ones, and to both', async () => {
    const anna = api.person('user');
    for (const [title, type] of [
      ['gutgeschrieben', 'success'],
      ['pausiert', 'warning'],
      ['abgelehnt', 'error'],
      ['ausgeführt', 'success'],
    ] as const)
      await send(anna.userId, title, type);
    const newest = (await list(anna)).items[0];
    await api.call('POST', `/api/notifications/${newest?.id}/read`, { as: anna, body: {} });

    expect((await list(anna, '?type=success')).titles).toEqual(['ausgeführt', 'gutgeschrieben']);
    expect((await list(anna, '?unread=true')).titles).toEqual(['abgelehnt', 'pausiert', 'gutgeschrieben']);
    expect((await list(anna, '?unread=false')).titles).toEqual(['ausgeführt']);
    expect(await list(anna, '?type=success&unread=true')).toMatchObject({
      titles: ['gutgeschrieben'],
      total: 1,
      unread: 3,
    });
    expect(await list(anna, '?type=info')).toMatchObject({ titles: [], total: 0, unread: 3 });
  });

  it('never shows or counts what belongs to somebody else, not even to an admin', async () => {
    const [anna, ben, admin] = [api.person('user'), api.person('user'), api.person('admin')];
    await send(anna.userId, 'für Anna');
    await send(ben.userId, 'für Ben');
    expect(await list(anna)).toMatchObject({ titles: ['für Anna'], total: 1, unread: 1 });
    expect(await list(ben)).toMatchObject({ titles: ['für Ben'], total: 1, unread: 1 });
    expect(await list(admin)).toMatchObject({ titles: [], total: 0, unread: 0 });

    const foreign = (await list(ben)).items[0];
    const refused = await api.call('POST', `/api/notifications/${foreign?.id}/read`, { as: anna, body: {} });
    expect(refused.status).toBe(404);
    await api.call('POST', '/api/notifications/read', { as: anna, body: {} });
    expect(await list(anna)).toMatchObject({ total: 1, unread: 0 });
    expect(await list(ben)).toMatchObject({ total: 1, unread: 1 });
  });

  it('tells every open page of its owner that one was read, or all', async () => {
    const anna = api.person('user');
    await send(anna.userId, 'eine');
    await send(anna.userId, 'andere');
    const [newest] = (await list(anna)).items;
    for (const path of [`/api/notifications/${newest?.id}/read`, '/api/notifications/read']) {
      fixture.hints.splice(0);
      expect((await api.call('POST', path, { as: anna, body: {} })).status).toBe(200);
      expect(fixture.hints).toEqual([{ to: 'user', userId: anna.userId, subjects: ['notifications'] }]);
    }
  });

  it.each(['?type=weather', '?unread=yes', '?page=0', '?pageSize=101', '?userId=1'])(
    'refuses %s',
    async (query) => {
      const answer = await api.call('GET', `/api/notifications/all${query}`, { as: api.person('user') });
      expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    },
  );
});
