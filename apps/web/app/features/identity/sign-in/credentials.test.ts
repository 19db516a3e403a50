import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { useForm } from '../../../lib/form/use-form.ts';
import {
  LOGIN_RULES,
  NEW_PASSWORD_MENDS,
  NEW_PASSWORD_RULES,
  refusedField,
  SIGN_UP_RULES,
} from './credentials.ts';

type Rules<T> = { [Field in keyof T]: (value: T[Field], values: T) => string | undefined };

/** What the rules say of a whole form, by field. */
const problemsBy =
  <T extends object>(rules: Rules<T>) =>
  (values: T): Partial<Record<keyof T, string>> => {
    const fields = Object.keys(rules) as (keyof T)[];
    const found = fields.map((field) => [field, rules[field](values[field], values)]);
    return Object.fromEntries(found.filter(([, problem]) => problem !== undefined));
  };
const loginProblems = problemsBy(LOGIN_RULES);
const signUpProblems = problemsBy(SIGN_UP_RULES);
const newPasswordProblems = problemsBy(NEW_PASSWORD_RULES);

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

  /** Without a document: what a component changes while it is rendered is rendered at once, step by step. */
  function problemsLeft(field: keyof typeof all): unknown {
    let step = 0;
    let left: unknown;
    const Form = () => {
      const form = useForm({ initialValues: all, mends: NEW_PASSWORD_MENDS });
      step += 1;
      if (step === 1) form.refuse(all);
      if (step === 2) form.fields[field].onChange('m');
      left = form.errors;
      return null;
    };
    renderToString(createElement(Form));
    return left;
  }

  it('only what has not been touched stays marked', () => {
    expect(problemsLeft('email')).toEqual({ password: 'p', confirmation: 'c' });
    expect(problemsLeft('confirmation')).toEqual({ email: 'e', password: 'p' });
  });

  it('a password that is changed may be the one that was confirmed', () => {
    expect(problemsLeft('password')).toEqual({ email: 'e' });
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
