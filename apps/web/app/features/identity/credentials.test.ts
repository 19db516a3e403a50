import { describe, expect, it } from 'vitest';
import {
  loginProblems,
  newPasswordProblems,
  problemsLeft,
  refusedField,
  signUpProblems,
} from './credentials.ts';

const good = {
  email: 'maria.lenz@example.de',
  password: 'Regenschirm-Lampe',
  confirmation: 'Regenschirm-Lampe',
};

describe('sign-up', () => {
  it('accepts a complete form', () => {
    expect(signUpProblems(good)).toEqual({});
  });

  it('asks for at least twelve characters and nothing else of a password', () => {
    expect(
      signUpProblems({ ...good, password: 'elfZeichen1', confirmation: 'elfZeichen1' }).password,
    ).toContain('12');
    expect(signUpProblems({ ...good, password: 'zwoelfzeiche', confirmation: 'zwoelfzeiche' })).toEqual({});
  });

  it('notices a confirmation that differs', () => {
    expect(Object.keys(signUpProblems({ ...good, confirmation: 'Regenschirm-Lampf' }))).toEqual([
      'confirmation',
    ]);
  });
});

describe('login', () => {
  it('needs both fields but does not judge the password', () => {
    expect(Object.keys(loginProblems({ email: '', password: '' }))).toEqual(['email', 'password']);
    expect(loginProblems({ email: good.email, password: 'x' })).toEqual({});
  });
});

describe('a new password', () => {
  it('follows the same rules without an address', () => {
    expect(newPasswordProblems({ password: 'kurz', confirmation: 'kurz' }).password).toContain('12');
    expect(newPasswordProblems({ password: good.password, confirmation: '' }).confirmation).toBeDefined();
    expect(newPasswordProblems(good)).toEqual({});
  });
});

describe('while somebody corrects', () => {
  const all = { email: 'e', password: 'p', confirmation: 'c' };

  it('only what has not been touched stays marked', () => {
    expect(problemsLeft(all, { email: 'm' })).toEqual({ password: 'p', confirmation: 'c' });
    expect(problemsLeft(all, { confirmation: 'm' })).toEqual({ email: 'e', password: 'p' });
  });

  it('a password that is changed may be the one that was confirmed', () => {
    expect(problemsLeft(all, { password: 'm' })).toEqual({ email: 'e' });
  });
});

describe('a refusal of the server', () => {
  it.each([
    ['PASSWORD_GUESSABLE', 'password'],
    ['PASSWORD_TOO_SHORT', 'password'],
    ['INVALID_EMAIL', 'email'],
    ['USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', 'email'],
    ['TOO_MANY_REQUESTS', undefined],
    [null, undefined],
  ])('%s belongs to the field %s', (code, field) => {
    expect(refusedField(code)).toBe(field);
  });
});
