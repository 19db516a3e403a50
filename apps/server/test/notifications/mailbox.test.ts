import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeMail } from '../../src/platform/mail/compose-mail.ts';
import { createMailbox } from '../../src/platform/mail/mailbox.ts';
import { newId } from '../../src/platform/work.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

let fixture: ServerFixture;
let folder: string;
let ownOnly: Api;
let forEverybody: Api;
let without: Api;
beforeAll(async () => {
  fixture = await createServerFixture();
  folder = join(await mkdtemp(join(tmpdir(), 'botdepot-mailbox-')), 'mail');
  forEverybody = createApi(fixture, { mailbox: { folder, ownOnly: false } });
  ownOnly = createApi(fixture, { mailbox: { folder, ownOnly: true } });
  without = createApi(fixture);
});
afterAll(async () => {
  await rm(join(folder, '..'), { recursive: true, force: true });
  await fixture.close();
});

const send = (to: string, subject: string) =>
  createMailbox({ folder, from: 'Botdepot <demo@localhost>' }).send(
    composeMail('Botdepot', { to, subject, paragraphs: ['Ein Satz.'] }),
  );

// A list of the API, as the contract describes it.
const itemsOf = (body: Record<string, unknown>) =>
  body.items as { id: string; to: string; subject: string; sentAt: string }[];

describe('the mailbox of a demo on one’s own machine', () => {
  it('is empty before the first mail', async () => {
    const { status, body } = await forEverybody.call('GET', '/api/mailbox');
    expect([status, body]).toEqual([200, { items: [], ownOnly: false }]);
  });

  it('shows every mail to anybody, newest first, and each with its texts', async () => {
    await send('anna@example.com', 'Erste');
    await send('ben@example.com', 'Zweite');
    const { body } = await forEverybody.call('GET', '/api/mailbox');
    const items = itemsOf(body);
    expect(items.map(({ to, subject }) => [to, subject])).toEqual([
      ['ben@example.com', 'Zweite – Botdepot'],
      ['anna@example.com', 'Erste – Botdepot'],
    ]);
    const opened = await forEverybody.call('GET', `/api/mailbox/${items[1]?.id}`);
    expect(opened.status).toBe(200);
    expect(opened.body).toMatchObject({ to: 'anna@example.com', subject: 'Erste – Botdepot' });
    expect(opened.body.text).toContain('Ein Satz.');
    expect(opened.body.html).toContain('<!doctype html>');
  });

  it('passes over a file that is no message of ours', async () => {
    const id = newId();
    await writeFile(join(folder, `${id}.json`), '{"to":"anna@example.com"}');
    expect(itemsOf((await forEverybody.call('GET', '/api/mailbox')).body)).toHaveLength(2);
    expect((await forEverybody.call('GET', `/api/mailbox/${id}`)).status).toBe(404);
  });

  it.each(['..%2F..%2Fsecret', newId(), 'x'])('knows no mail %s', async (id) => {
    expect([400, 404]).toContain((await forEverybody.call('GET', `/api/mailbox/${id}`)).status);
  });
});

describe('the mailbox of a public demo', () => {
  it('is closed to visitors', async () => {
    expect((await ownOnly.call('GET', '/api/mailbox')).status).toBe(401);
    const [mail] = itemsOf((await forEverybody.call('GET', '/api/mailbox')).body);
    expect((await ownOnly.call('GET', `/api/mailbox/${mail?.id}`)).status).toBe(401);
  });

  it('shows people the mails to their own address, and admins no others', async () => {
    const anna = ownOnly.person('user');
    const admin = ownOnly.person('admin');
    const address = `${anna.userId}@probe.example`;
    await send(address.toUpperCase(), 'Nur für Anna');
    const { body } = await ownOnly.call('GET', '/api/mailbox', { as: anna });
    expect(body.ownOnly).toBe(true);
    expect(itemsOf(body).map(({ subject }) => subject)).toEqual(['Nur für Anna – Botdepot']);
    const id = itemsOf(body)[0]?.id;
    expect((await ownOnly.call('GET', `/api/mailbox/${id}`, { as: anna })).status).toBe(200);
    expect((await ownOnly.call('GET', `/api/mailbox/${id}`, { as: admin })).status).toBe(404);
    expect(itemsOf((await ownOnly.call('GET', '/api/mailbox', { as: admin })).body)).toEqual([]);
  });
});

it('where mail goes out, or none does, there is no mailbox', async () => {
  const [mail] = itemsOf((await forEverybody.call('GET', '/api/mailbox')).body);
  expect((await without.call('GET', '/api/mailbox')).status).toBe(404);
  expect((await without.call('GET', `/api/mailbox/${mail?.id}`)).status).toBe(404);
  expect((await without.call('GET', '/api/mailbox', { as: without.person('admin') })).status).toBe(404);
});
