// @module-tag long
// Known texts of attackers at every place that takes a text; where they come from says hostile-texts.json.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attempt } from '../../../../test/fuzz/attempt.ts';
import { validAttempts } from '../../../../test/fuzz/attempts.ts';
import { type FuzzWorld, openFuzzWorld } from '../../../../test/fuzz/fuzz-world.ts';
import { type FuzzedOperation, operationsOf, type Schema } from '../../../../test/fuzz/operations.ts';
import texts from '../hostile-texts.json' with { type: 'json' };

let world: FuzzWorld;
let operations: FuzzedOperation[];
beforeAll(async () => {
  world = await openFuzzWorld();
  operations = operationsOf(await world.readDocument());
});
afterAll(() => world?.close());

const asAdmin = (operation: FuzzedOperation): Attempt => {
  const [attempt] = validAttempts(operation, 1);
  if (!attempt) throw new Error(`no request to ${operation.name}`);
  return { ...attempt, sender: operation.path.startsWith('/admin') ? 'admin' : 'anna' };
};

describe('a statement', () => {
  it('is a text like any other in every parameter of every operation', async () => {
    for (const operation of operations)
      for (const { name, in: where } of operation.parameters) {
        if (where === 'header') continue;
        for (const text of share(texts.statements)) {
          const attempt = asAdmin(operation);
          const [path = '', query = ''] = attempt.target.split('?');
          const search = new URLSearchParams(query);
          search.set(name, text);
          const inPath = operation.path.replaceAll(/\{(\w+)\}/g, (_, each: string) =>
            each === name ? encodeURIComponent(text) : '1',
          );
          const target = where === 'query' ? `${path}?${search}` : `/api${inPath}`;
          const { answer, changed } = await world.send({ ...attempt, target });
          const about = `${operation.name} ${target}: ${answer.text.slice(0, 100)}`;
          expect(answer.status, about).toBeLessThan(500);
          if (answer.status >= 400)
            expect(
              changed.filter((change) => !/^(rate_limits|idempotency_keys) /.test(change)),
              about,
            ).toEqual([]);
        }
      }
  });

  it('finds nobody: a search for it is a search for these letters', async () => {
    for (const text of texts.statements) {
      const target = `/api/admin/customers?query=${encodeURIComponent(text)}`;
      const { answer } = await world.send({ ...plain('GET', target), sender: 'admin' });
      expect(answer.status, text).toBeLessThan(500);
      if (answer.status === 200) expect(JSON.parse(answer.text).items ?? [], text).toEqual([]);
    }
  });
});

describe('a text', () => {
  const ALL = [...texts.scripts, ...texts.statements];

  it('is stored and answered to the letter, as JSON that no browser takes for a page', async () => {
    // A chat takes only so many messages in a minute.
    const half = Math.ceil(texts.scripts.length / 2);
    await tellAll('anna', texts.scripts.slice(0, half));
    await tellAll('ben', texts.scripts.slice(half));
  });

  it('is no failure of any operation that takes one', async () => {
    for (const operation of operations)
      for (const field of textFields(operation.body))
        for (const text of share(ALL)) {
          const attempt = asAdmin(operation);
          const body = { ...JSON.parse(String(attempt.body ?? '{}')), [field]: text };
          const { answer } = await world.send({ ...attempt, body: JSON.stringify(body) });
          expect(
            answer.status,
            `${operation.name} ${field} ${text}: ${answer.text.slice(0, 100)}`,
          ).toBeLessThan(500);
        }
  });
});

describe('nothing that is sent', () => {
  it('reaches the prototypes of the server', async () => {
    for (const operation of operations) {
      if (operation.method !== 'GET')
        for (const body of share(texts.pollutions)) {
          const { answer } = await world.send({ ...asAdmin(operation), body });
          expect(answer.status, `${operation.name} ${body}`).toBeLessThan(500);
        }
      for (const query of share(texts.pollutingQueries)) {
        const [path] = asAdmin(operation).target.split('?');
        const { answer } = await world.send({ ...asAdmin(operation), target: `${path}?${query}` });
        expect(answer.status, `${operation.name} ${query}`).toBeLessThan(500);
      }
    }
    // The server runs in this very process.
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Reflect.get([], 'polluted')).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

async function tellAll(sender: Attempt['sender'], messages: string[]): Promise<void> {
  const chat = await created(sender, '/api/support/chats', {});
  for (const message of messages) {
    const said = { clientId: crypto.randomUUID(), message };
    const { answer } = await world.send(post(sender, `/api/support/chats/${chat}/messages`, said));
    expect(answer.status, message).toBe(201);
  }
  const { answer } = await world.send({ ...plain('GET', `/api/support/chats/${chat}/messages`), sender });
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  const thread = JSON.parse(answer.text) as { messages: { message: string; senderType: string }[] };
  const own = thread.messages.filter(({ senderType }) => senderType === 'user');
  expect(own.map(({ message }) => message)).toEqual(messages);
}

const plain = (method: string, target: string): Attempt => ({
  kind: 'valid',
  sender: 'anna',
  method,
  target,
  headers: [],
  body: undefined,
  isRaw: false,
});

const post = (sender: Attempt['sender'], target: string, body: object): Attempt => ({
  ...plain('POST', target),
  sender,
  headers: [
    ['content-type', 'application/json'],
    ['idempotency-key', crypto.randomUUID()],
  ],
  body: JSON.stringify(body),
});

async function created(sender: Attempt['sender'], target: string, body: object): Promise<string> {
  const { answer } = await world.send(post(sender, target, body));
  expect(answer.status).toBe(201);
  return (JSON.parse(answer.text) as { id: string }).id;
}

const SHARES = 12;
let turn = 0;

/** A part of the texts, the next one at every call: each text meets many operations, and each operation many texts. */
function share(all: readonly string[]): string[] {
  turn += 1;
  return all.filter((_, index) => (index + turn) % SHARES === 0);
}

/** Fields for words of people: neither choices nor ids nor amounts. */
function textFields(body: Schema | undefined): string[] {
  return Object.entries(body?.properties ?? {})
    .filter(([, { type, format, enum: choices }]) => type === 'string' && !format && !choices)
    .map(([name]) => name);
}
