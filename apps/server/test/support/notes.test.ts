// What the team notes about a chat: for the team only, and gone with the chat.
import { DESK_LIMITS } from '@botdepot/contract';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseSupport, exportSupport } from '../../src/modules/support/index.ts';
import { newId } from '../../src/platform/work.ts';
import { chatPath, createDeskWorld, type DeskWorld, HUMAN } from './support-desk-world.ts';
import type { Person } from './support-world.ts';

let world: DeskWorld;
let anna: Person;
let bernd: Person;
beforeAll(async () => {
  world = await createDeskWorld();
  ({ anna, bernd } = world);
});
afterAll(() => world.fixture.close());

describe('a note', () => {
  const SECRET = 'Wirkt verärgert, Stichwort Nachtigall';

  it('is stored once, read by the whole team, and deleted by its author only', async () => {
    const { chat } = await world.escalated();
    const clientId = newId();
    const written = await world.note(anna, chat, `  ${SECRET}  `, clientId);
    expect(written).toMatchObject({ status: 201, body: { note: SECRET, author: { userId: anna.userId } } });
    expect((await world.note(anna, chat, SECRET, clientId)).body).toEqual(written.body);
    expect((await world.get(bernd, chatPath(chat, 'notes'))).body).toEqual({ items: [written.body] });
    const path = chatPath(chat, `notes/${written.body.id}/delete`);
    expect(await world.post(bernd, path)).toMatchObject({
      status: 404,
      body: { code: 'SUPPORT_NOTE_NOT_FOUND' },
    });
    const elsewhere = await world.escalated();
    expect((await world.post(anna, chatPath(elsewhere.chat, `notes/${written.body.id}/delete`))).status).toBe(
      404,
    );
    expect((await world.post(anna, path)).status).toBe(200);
    expect((await world.get(bernd, chatPath(chat, 'notes'))).body).toEqual({ items: [] });
    expect((await world.actions(chat)).slice(2)).toEqual(['support.create_note', 'support.delete_note']);
  });

  it('has 1 to 2000 characters, and a chat has a limited number of them', async () => {
    const { chat } = await world.escalated();
    for (const text of ['   ', 'x'.repeat(DESK_LIMITS.noteLength + 1), 'a\u0000b'])
      expect((await world.note(anna, chat, text)).status).toBe(400);
    for (let n = 0; n < DESK_LIMITS.notesPerChat; n += 1) await world.note(anna, chat, `Notiz ${n}`);
    expect(await world.note(anna, chat, 'eine mehr')).toMatchObject({
      status: 409,
      body: { code: 'TOO_MANY_NOTES' },
    });
    expect((await world.get(anna, chatPath(chat, 'notes'))).body.items).toHaveLength(
      DESK_LIMITS.notesPerChat,
    );
  });

  it('never reaches the customer: no message, no hint, no notification, no transcript, no words in the export', async () => {
    const { customer, chat } = await world.escalated();
    world.fixture.hints.length = 0;
    await world.note(anna, chat, SECRET);
    expect(world.fixture.hints).toEqual([{ to: 'admins', subjects: ['support'] }]);
    world.mails.length = 0;
    await world.post(customer, `/support/chats/${chat}/transcript`);
    expect(world.mails).toHaveLength(1);
    const exported: object[] = [];
    const { db } = world.fixture.database;
    for await (const part of exportSupport(db, customer.userId)) exported.push(part);
    const seen = [
      ...world.mails,
      ...exported,
      (await world.get(customer, '/support/chat')).body,
      (await world.get(customer, '/support/chats')).body,
      (await world.get(customer, `/support/chats/${chat}/messages`)).body,
      (await world.get(customer, '/notifications')).body,
      (await world.post(anna, chatPath(chat, 'transcript'))).body,
    ];
    expect(JSON.stringify(seen)).toContain(HUMAN);
    expect(JSON.stringify(seen)).not.toContain('Nachtigall');
    // That there is one is no secret of the team: who asks for their data may ask for it.
    expect(exported).toMatchObject([{ internalNotesAt: [world.fixture.clock.now().toISOString()] }]);
  });

  it('leaves no word behind when the account of its customer ends', async () => {
    const { customer, chat } = await world.escalated();
    const word = `Vermerk-${newId()}`;
    await world.note(anna, chat, `${word} zurückrufen`);
    const { runWork, database } = world.fixture;
    expect(await tablesWith(database.pool, word)).toEqual(['support_notes']);
    await runWork(customer, (work) => eraseSupport(work, customer.userId));
    expect(await tablesWith(database.pool, word)).toEqual([]);
    expect((await world.get(anna, chatPath(chat, 'notes'))).status).toBe(404);
  });

  it('stays without a name when its author has gone', async () => {
    const { chat } = await world.escalated();
    const former = world.api.person('admin');
    await world.note(former, chat, 'Bleibt stehen');
    await world.fixture.database.pool.query('DELETE FROM auth_users WHERE id = $1', [former.userId]);
    expect((await world.get(anna, chatPath(chat, 'notes'))).body).toMatchObject({
      items: [{ note: 'Bleibt stehen', author: null }],
    });
  });
});

/** Every table in which a word stands. */
async function tablesWith(pool: pg.Pool, word: string): Promise<string[]> {
  const { rows } = await pool.query<{ table_name: string }>(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { table_name: table } of rows) {
    const { rowCount } = await pool.query(
      `SELECT 1 FROM "${table}" t WHERE strpos(t::text, $1) > 0 LIMIT 1`,
      [word],
    );
    if (rowCount) found.push(table);
  }
  return found;
}
