import { ERRORS, type ErrorCode } from '@botdepot/contract';
import { ORPCError } from '@orpc/client';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorCode, errorText, loadErrorTable } from './api.ts';
import { askWith } from './reauthenticate.ts';
import { type call, createSender, failureToast, newKey } from './use-command.ts';

const keys: string[] = [];
let answers: (() => unknown)[] = [];

const newSender = () =>
  createSender((async (_name: string, _input: object, key: string) => {
    keys.push(key);
    return answers.shift()?.();
  }) as unknown as typeof call);

const input = { id: 'a', reason: 'checked' };

/** What comes of an attempt: it succeeds, its answer is lost, or the server refuses it; or the dialog is opened anew. */
type Event = 'succeeds' | 'lost' | 'opened' | ErrorCode;

const answerOf = (event: Event) => (): unknown => {
  if (event === 'succeeds') return 'done';
  if (event === 'lost' || event === 'opened') throw new TypeError('Failed to fetch');
  throw new ORPCError(event, { status: ERRORS[event].status });
};

/** How many different commands the server would have seen. */
async function commandsOf(events: readonly Event[]): Promise<number> {
  const sender = newSender();
  for (const event of events) {
    if (event === 'opened') sender.forget();
    else {
      answers = [answerOf(event)];
      await sender.send('admin.endHold', input).catch(() => undefined);
    }
  }
  return new Set(keys).size;
}

const HISTORIES: [what: string, events: Event[], commands: number][] = [
  ['a second click', ['succeeds', 'succeeds'], 1],
  ['a retry after a lost answer', ['lost', 'lost', 'succeeds'], 1],
  ['a dialog opened again after a lost answer', ['lost', 'opened', 'succeeds'], 1],
  ['a retry after what the server does not keep', ['PRICES_STALE', 'succeeds'], 1],
  ['a retry after what it would repeat for ever', ['ALREADY_DECIDED', 'succeeds'], 2],
  ['the same once more after a success', ['succeeds', 'opened', 'succeeds'], 2],
];

describe('a command', () => {
  beforeAll(async () => {
    vi.stubGlobal('navigator', { onLine: true });
    await loadErrorTable();
  });

  beforeEach(() => {
    keys.length = 0;
  });

  it.each(HISTORIES)('that is %s is the same one or another', async (_, events, commands) => {
    expect(await commandsOf(events)).toBe(commands);
  });

  it('of another input is another one, and the first one stays the same', async () => {
    const sender = newSender();
    for (const reason of ['first', 'second', 'first']) {
      answers = [answerOf('lost')];
      await sender.send('admin.endHold', { id: 'a', reason }).catch(() => undefined);
    }
    expect(keys[2]).toBe(keys[0]);
    expect(keys[1]).not.toBe(keys[0]);
  });

  it('asks who is there, and goes on under the same key, or fails as it was refused', async () => {
    const forget = askWith(async () => ({ ok: true }));
    answers = [answerOf('REAUTHENTICATION_REQUIRED'), answerOf('succeeds')];
    await expect(newSender().send('admin.endHold', input)).resolves.toBe('done');
    expect(new Set(keys).size).toBe(1);
    forget();
    answers = [answerOf('REAUTHENTICATION_REQUIRED')];
    await expect(newSender().send('admin.endHold', input)).rejects.toMatchObject({
      code: 'REAUTHENTICATION_REQUIRED',
    });
  });
});

describe('the toast of a command that failed', () => {
  const refusal = (code: ErrorCode, data: object) => new ORPCError(code, { status: 409, data });

  it('says one sentence whatever it was, or the reason', () => {
    vi.stubGlobal('navigator', { onLine: true });
    const limit = refusal('OWN_BOT_LIMIT', { limit: '20', kind: 'eigene Bots' });
    expect(failureToast({ title: 'Fehler', text: 'Nicht entschieden' }, limit)).toEqual([
      'Fehler',
      'Nicht entschieden',
    ]);
    expect(failureToast({ title: 'Nicht angelegt', text: errorText }, limit)).toEqual([
      'Nicht angelegt',
      'Sie haben schon 20 eigene Bots.',
    ]);
    const state = refusal('OWN_BOT_STATE', { status: 'läuft' });
    expect(failureToast({ title: 'Nicht gelöscht', text: errorText }, state)).toEqual([
      'Nicht gelöscht',
      'Das geht im Zustand „läuft“ nicht.',
    ]);
    expect(failureToast({ title: 'Fehler' }, state)).toEqual(['Fehler', undefined]);
  });

  it('is not shown where a field says it, the login follows, or the person was asked', () => {
    const failed = {
      title: 'Nicht gestartet',
      text: errorText,
      atField: (error: unknown) => errorCode(error) === 'AMOUNT_BELOW_MINIMUM',
    };
    for (const code of ['AMOUNT_BELOW_MINIMUM', 'UNAUTHENTICATED', 'REAUTHENTICATION_REQUIRED'] as const)
      expect(failureToast(failed, refusal(code, {}))).toBeNull();
    expect(failureToast(failed, refusal('OWN_BOTS_OFF', {}))).not.toBeNull();
    expect(failureToast(failed, new TypeError('Failed to fetch'))).not.toBeNull();
  });
});

it('a new key is a UUID of version 4, and another one each time', () => {
  const keys = new Set(Array.from({ length: 500 }, newKey));
  expect(keys.size).toBe(500);
  for (const key of keys)
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
