import { ERRORS, type ErrorCode } from '@botdepot/contract';
import { ORPCError } from '@orpc/client';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { loadErrorTable } from './api.ts';
import { isRefused } from './use-command.ts';

const answer = (code: ErrorCode) => new ORPCError(code, { status: ERRORS[code].status });

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
