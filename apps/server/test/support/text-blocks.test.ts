import { DESK_LIMITS, type TextBlock, unknownPlaceholders } from '@botdepot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/work.ts';
import { createDeskWorld, type DeskWorld } from './support-desk-world.ts';

let world: DeskWorld;
beforeAll(async () => {
  world = await createDeskWorld();
});
afterAll(() => world.fixture.close());

const BLOCK = {
  name: 'zeiten',
  label: 'Wann wir da sind',
  text: 'Wir antworten bis 18 Uhr.',
  situation: 'always',
  version: 0,
};

const list = async () =>
  (await world.get(world.anna, '/admin/support/text-blocks')).body.items as unknown as TextBlock[];
const save = (id: string, change: object = {}) =>
  world.post(world.anna, `/admin/support/text-blocks/${id}`, { ...BLOCK, ...change });
const remove = (id: string, version = 1) =>
  world.post(world.anna, `/admin/support/text-blocks/${id}/delete`, { version });
const move = (id: string, by: 'up' | 'down') =>
  world.post(world.anna, `/admin/support/text-blocks/${id}/move`, { by });
const audit = async (id: string) =>
  (
    await world.fixture.database.pool.query(
      'SELECT action, actor_id, reason FROM audit_log WHERE subject_id = $1 ORDER BY seq',
      [id],
    )
  ).rows;

describe('the text blocks of a new installation', () => {
  it('begin with a greeting, can all be filled, and hold no figure of their own', async () => {
    const blocks = await list();
    expect(blocks).toHaveLength(11);
    expect(blocks[0]).toMatchObject({ name: 'gruss', label: 'Begrüßung' });
    for (const { name, label, text, situation } of blocks) {
      expect(unknownPlaceholders(`${label} ${text}`, situation), name).toEqual([]);
      expect(`${label} ${text}`, name).not.toMatch(/\d|!|\bdu\b|\bdein/i);
    }
  });
});

describe('a text block', () => {
  it('is written, changed and deleted, each in the audit log with its words', async () => {
    const id = newId();
    expect(await save(id)).toMatchObject({ status: 200, body: { id, ...BLOCK, version: 1 } });
    expect((await list()).at(-1)).toEqual({ id, ...BLOCK, version: 1 });
    // The same once more is no change.
    await save(id);
    expect((await save(id, { text: 'Wir antworten bis 20 Uhr.', version: 1 })).status).toBe(200);
    expect((await remove(id, 2)).status).toBe(200);
    expect((await list()).map((block) => block.id)).not.toContain(id);
    expect(await remove(id)).toMatchObject({ status: 404, body: { code: 'TEXT_BLOCK_NOT_FOUND' } });
    const actor_id = world.anna.userId;
    const reason = '/zeiten (always), Wann wir da sind: Wir antworten bis';
    expect(await audit(id)).toEqual([
      { action: 'support.save_text_block', actor_id, reason: `${reason} 18 Uhr.` },
      { action: 'support.save_text_block', actor_id, reason: `${reason} 20 Uhr.` },
      { action: 'support.delete_text_block', actor_id, reason: `${reason} 20 Uhr.` },
    ]);
  });

  it('is not written over by whoever saw another version, and the same words again are no change', async () => {
    const id = newId();
    await save(id);
    const later = { text: 'Wir antworten bis 20 Uhr.', version: 1 };
    const both = await Promise.all([save(id, later), save(id, { ...later, text: 'Wir sind weg.' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'TEXT_BLOCK_CHANGED' });
    const kept = (await list()).at(-1);
    expect(kept).toMatchObject({ id, version: 2 });
    // A new one under an id that is taken is somebody else's too.
    expect(await save(id, { text: 'Neu' })).toMatchObject({ body: { code: 'TEXT_BLOCK_CHANGED' } });
    expect(await save(id, { text: kept?.text, version: 1 })).toMatchObject({
      status: 200,
      body: { version: 2 },
    });
    expect(await remove(id, 1)).toMatchObject({ status: 409, body: { code: 'TEXT_BLOCK_CHANGED' } });
    expect((await remove(id, 2)).status).toBe(200);
    expect(await save(id, later)).toMatchObject({ status: 404, body: { code: 'TEXT_BLOCK_NOT_FOUND' } });
  });

  it('goes up and down by one place and stays at the ends, also when two move at once', async () => {
    const ids = async () => (await list()).map(({ id }) => id);
    const [first = '', second = '', third = '', ...rest] = await ids();
    expect(await move(third, 'up')).toMatchObject({ status: 200, body: { id: third, place: 2 } });
    expect(await ids()).toEqual([first, third, second, ...rest]);
    expect((await move(first, 'up')).body).toMatchObject({ place: 1 });
    expect((await move(rest.at(-1) ?? '', 'down')).body).toMatchObject({ place: rest.length + 3 });
    expect(await ids()).toEqual([first, third, second, ...rest]);
    await Promise.all([move(third, 'down'), move(second, 'up'), move(first, 'down')]);
    expect([...(await ids())].sort()).toEqual([first, second, third, ...rest].sort());
    expect(await move(newId(), 'up')).toMatchObject({ status: 404 });
    expect(await audit(third)).toMatchObject([
      { action: 'support.move_text_block' },
      { action: 'support.move_text_block' },
    ]);
  });

  it('has a name that no other has in its situation', async () => {
    expect(await save(newId(), { name: 'gruss' })).toMatchObject({
      status: 409,
      body: { code: 'TEXT_BLOCK_NAME_TAKEN' },
    });
    const id = newId();
    expect((await save(id, { name: 'gruss', situation: 'no_deposit' })).status).toBe(200);
    await remove(id);
  });

  it.each([
    ['a name that nobody can type after a slash', { name: 'Öffnungs zeiten' }],
    ['an empty text', { text: ' ' }],
    ['a placeholder that nobody knows', { text: 'Hallo {vorname}' }],
    ['a number that is not known where it is offered', { text: 'Ihre Einzahlung {einzahlung}' }],
    ['the number of something else', { text: 'Ihre Einzahlung {einzahlung}', situation: 'withdrawal' }],
  ])('is refused with %s', async (_what, change) => {
    expect(await save(newId(), change)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });

  it('is refused beyond as many as there may be, and those that are there can be changed', async () => {
    const known = await list();
    await world.fixture.database.pool.query(
      `INSERT INTO support_text_blocks (id, name, label, text, situation)
       SELECT gen_random_uuid(), 'voll-' || n, 'Voll', 'Voll', 'always' FROM generate_series(1, $1::int) n`,
      [DESK_LIMITS.textBlocks - known.length],
    );
    expect(await save(newId())).toMatchObject({ status: 409, body: { code: 'TOO_MANY_TEXT_BLOCKS' } });
    const { id = '', ...first } = known[0] ?? {};
    expect((await save(id, { ...first, label: 'Gruß' })).status).toBe(200);
  });
});
