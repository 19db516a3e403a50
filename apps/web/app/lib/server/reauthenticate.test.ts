import { ERRORS, type ErrorCode } from '@botdepot/contract';
import { ORPCError } from '@orpc/client';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { NO_CONNECTION } from '../page/later.ts';
import { loadErrorTable } from './api.ts';
import { asksForProof, isRefused, reauthenticate } from './reauthenticate.ts';

const answer = (code: ErrorCode) => new ORPCError(code, { status: ERRORS[code].status });

afterEach(() => vi.unstubAllGlobals());

describe('a refusal', () => {
  it('that only asks who is there is known by its code, thrown or returned', () => {
    expect(asksForProof(new ORPCError('REAUTHENTICATION_REQUIRED', { status: 403 }))).toBe(true);
    expect(asksForProof({ ok: false, code: 'REAUTHENTICATION_REQUIRED', message: 'Bitte' })).toBe(true);
  });

  it.each([
    new ORPCError('FORBIDDEN', { status: 403 }),
    new Error('REAUTHENTICATION_REQUIRED'),
    { ok: false, code: 'INVALID_PASSWORD', message: null },
    { ok: true, code: 'REAUTHENTICATION_REQUIRED' },
    { ok: true },
    null,
    undefined,
  ])('is any other: %o', (refusal) => {
    expect(asksForProof(refusal)).toBe(false);
  });
});

describe('saying who one is', () => {
  it('sends the password, and a code only where there is one', async () => {
    const bodies: unknown[] = [];
    vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
      bodies.push(JSON.parse(String(init.body)));
      return Response.json({ status: true });
    });
    expect(await reauthenticate({ password: 'a' })).toMatchObject({ ok: true });
    await reauthenticate({ password: 'a', code: '123456' });
    expect(bodies).toEqual([{ password: 'a' }, { password: 'a', code: '123456' }]);
  });

  it('is refused in the words of the server, and in the network’s without an answer', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ code: 'INVALID_PASSWORD', message: 'Das Passwort ist falsch.' }, { status: 400 }),
    );
    const refused = { ok: false, code: 'INVALID_PASSWORD', message: 'Das Passwort ist falsch.' };
    expect(await reauthenticate({ password: 'a' })).toEqual(refused);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await reauthenticate({ password: 'a' })).toEqual({
      ok: false,
      code: null,
      message: NO_CONNECTION,
    });
  });
});

describe('trying a command again', () => {
  beforeAll(async () => {
    vi.stubGlobal('navigator', { onLine: true });
    await loadErrorTable();
  });

  it.each([
    'ALREADY_DECIDED',
    'OWN_REQUEST',
    'ACCOUNT_CLOSED',
    'INSUFFICIENT_WALLET_BALANCE',
    'IDEMPOTENCY_KEY_REUSED',
    'DEPOSIT_NOT_FOUND',
    'SECOND_FACTOR_REQUIRED',
  ] as const)('cannot help after %s', (code) => {
    expect(isRefused(answer(code))).toBe(true);
  });

  it.each(['PRICES_STALE', 'UNAVAILABLE', 'INTERNAL', 'REAUTHENTICATION_REQUIRED'] as const)(
    'may help after %s',
    (code) => {
      expect(isRefused(answer(code))).toBe(false);
    },
  );

  it.each([new Error('no answer'), new ORPCError('BAD_GATEWAY', { status: 502 }), null])(
    'may help when it is not ours: %o',
    (error) => {
      expect(isRefused(error)).toBe(false);
    },
  );
});
