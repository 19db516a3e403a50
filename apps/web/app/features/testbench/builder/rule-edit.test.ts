import { parseRule, type Rule } from '@botdepot/trading/browser';
import { describe, expect, test } from 'vitest';
import {
  isWithin,
  joinOf,
  mayRemove,
  valueAt,
  withJoin,
  withNewLine,
  withoutLine,
  withSide,
  withValueAt,
} from './rule-edit.ts';

const close = { kind: 'price', field: 'close' };
const number = (value: number) => ({ kind: 'number', value });
const above = (value: number) => ({ is: 'above', left: close, right: number(value) });
const read = (more: object): Rule => {
  const { rule } = parseRule({
    ruleVersion: 1,
    symbols: ['GOLD'],
    interval: '1d',
    side: 'long',
    entryLong: above(1),
    sizing: { by: 'share', percent: 50 },
    ...more,
  });
  if (rule === null) throw new Error('no rule');
  return rule;
};

describe('a rule is edited without touching the one before', () => {
  test('a value deep inside', () => {
    const rule = read({ entryLong: { all: [above(1), above(2)] } });
    const path = ['entryLong', 'all', 1, 'right', 'value'];
    const edited = withValueAt(rule, path, 7);
    expect(valueAt(edited, path)).toBe(7);
    expect(valueAt(rule, path)).toBe(2);
    expect(valueAt(edited, ['entryLong', 'all', 0])).toBe(valueAt(rule, ['entryLong', 'all', 0]));
  });

  test('a line more makes a group, a line less unmakes it', () => {
    const rule = read({});
    const two = withNewLine(rule, 'entryLong');
    expect(joinOf(two.entryLong)).toBe('all');
    expect(withoutLine(two, ['entryLong', 'all', 1])).toEqual(rule);
    expect(joinOf(withNewLine(withNewLine(rule, 'exitLong'), 'exitLong').exitLong)).toBe('any');
    expect(parseRule(withNewLine(two, 'exitLong')).problems).toEqual([]);
  });

  test('the last line of an entry stays, that of an exit may go', () => {
    const rule = read({ exitLong: above(3) });
    expect(mayRemove(rule, ['entryLong'])).toBe(false);
    expect(mayRemove(rule, ['exitLong'])).toBe(true);
    expect(withoutLine(rule, ['exitLong']).exitLong).toBeNull();
  });

  test('a line of an inner group leaves with its group when it was the last', () => {
    const rule = read({ entryLong: { all: [above(1), { any: [above(2), above(3)] }] } });
    const once = withoutLine(rule, ['entryLong', 'all', 1, 'any', 0]);
    expect(once.entryLong).toEqual({
      all: [above(1), above(3)].map((leaf) => read({ entryLong: leaf }).entryLong),
    });
    expect(withoutLine(once, ['entryLong', 'all', 1]).entryLong).toEqual(
      rule.entryLong && read({}).entryLong,
    );
  });

  test('all becomes any', () => {
    const rule = read({ entryLong: { all: [above(1), above(2)] } });
    expect(joinOf(withJoin(rule, 'entryLong', 'any').entryLong)).toBe('any');
    expect(withJoin(read({}), 'entryLong', 'any')).toEqual(read({}));
  });

  test('both sides have an entry each, one side has none on the other', () => {
    const both = withSide(read({}), 'both');
    expect(parseRule(both).problems).toEqual([]);
    expect(withSide(both, 'long')).toEqual(read({}));
  });
});

test('a problem belongs to the token that its place begins with', () => {
  expect(isWithin(['entryLong', 'right'], ['entryLong', 'right', 'value'])).toBe(true);
  expect(isWithin(['entryLong', 'right'], ['entryLong', 'left'])).toBe(false);
});
