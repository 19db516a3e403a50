import { describe, expect, it } from 'vitest';
import { codeProblem, isLoginOver, isWrongCode } from './second-factor-code.ts';
import { secretOf } from './security-api.ts';

describe('a code', () => {
  it.each([
    ['totp', '123456'],
    ['totp', ' 123 456 '],
    ['backup', 'abcde-23456'],
    ['backup', 'ABCDE23456'],
  ] as const)('of the kind %s is sent as typed: „%s“', (kind, code) => {
    expect(codeProblem(kind, code)).toBeUndefined();
  });

  it.each([
    ['totp', ''],
    ['totp', '12345'],
    ['totp', '1234567'],
    ['totp', 'abcde-23456'],
    ['backup', '  '],
  ] as const)('of the kind %s is not sent: „%s“', (kind, code) => {
    expect(codeProblem(kind, code)).toMatch(/Code/);
  });

  it('that is wrong can be tried again, a login that is over cannot', () => {
    expect(isWrongCode('INVALID_CODE')).toBe(true);
    expect(isLoginOver('INVALID_CODE')).toBe(false);
    expect(isLoginOver('INVALID_TWO_FACTOR_COOKIE')).toBe(true);
    expect(isLoginOver(null)).toBe(false);
  });
});

it('a secret is shown in groups of four', () => {
  expect(secretOf('otpauth://totp/X:a@b.de?secret=ABCDEFGHIJ&issuer=X')).toBe('ABCD EFGH IJ');
});
