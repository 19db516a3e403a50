import { type Condition, parseRule, type Rule } from '@botdepot/trading/browser';
import { describe, expect, test } from 'vitest';
import {
  changedWord,
  innerJoin,
  isWithin,
  joinOf,
  mayRemove,
  placeText,
  sizingBy,
  valueAt,
  withInnerGroup,
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
    const two = withNewLine(rule, ['entryLong']);
    expect(joinOf(two.entryLong)).toBe('all');
    expect(withoutLine(two, ['entryLong', 'all', 1])).toEqual(rule);
    expect(joinOf(withNewLine(withNewLine(rule, ['exitLong']), ['exitLong']).exitLong)).toBe('any');
    expect(parseRule(withNewLine(two, ['exitLong'])).problems).toEqual([]);
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
    expect(joinOf(withJoin(rule, ['entryLong'], 'any').entryLong)).toBe('any');
    expect(withJoin(read({}), ['entryLong'], 'any')).toEqual(read({}));
  });

  test('a line gets others of its own, joined otherwise than those around it, three deep', () => {
    const rule = read({ entryLong: { all: [above(1), above(2)] } });
    expect(innerJoin(['entryLong'])).toBeNull();
    const inner = withInnerGroup(rule, ['entryLong', 'all', 1]);
    const group = ['entryLong', 'all', 1];
    expect(joinOf(valueAt(inner, group) as Condition)).toBe('any');
    expect(valueAt(inner, [...group, 'any', 0])).toBe(valueAt(rule, group));
    expect(parseRule(inner).problems).toEqual([]);
    const more = withNewLine(inner, group);
    expect(valueAt(more, [...group, 'any'])).toHaveLength(3);
    expect(joinOf(valueAt(withJoin(more, group, 'all'), group) as Condition)).toBe('all');
    const deepest = withInnerGroup(more, [...group, 'any', 1]);
    expect(parseRule(deepest).problems).toEqual([]);
    expect(innerJoin([...group, 'any', 1, 'all', 0])).toBeNull();
    expect(withInnerGroup(deepest, [...group, 'any', 1, 'all', 0])).toBe(deepest);
    const gone = withoutLine(withoutLine(inner, [...group, 'any', 1]), ['entryLong', 'all', 1]);
    expect(gone.entryLong).toEqual(valueAt(rule, ['entryLong', 'all', 0]));
  });

  test('both sides have an entry each, one side has none on the other', () => {
    const both = withSide(read({}), 'both');
    expect(parseRule(both).problems).toEqual([]);
    expect(withSide(both, 'long')).toEqual(read({}));
  });
});

test('one word that is typed on is told from a change of more, or of what a place is made of', () => {
  const named = (name: string, bars: unknown = 40) => ({ name, rule: { left: { bars }, lines: ['a', 'b'] } });
  expect(changedWord(named('Au'), named('Aus'))).toBe('/name');
  expect(changedWord(named('A', 4), named('A', 40))).toBe('/rule/left/bars');
  expect(changedWord(named('A'), named('A'))).toBeNull();
  expect(changedWord(named('A', 4), named('B', 40))).toBeNull();
  expect(changedWord(named('A', 4), named('A', { of: 4 }))).toBeNull();
  expect(changedWord(['a', 'b'], ['a'])).toBeNull();
});

test('a problem belongs to the token that its place begins with', () => {
  expect(isWithin(['entryLong', 'right'], ['entryLong', 'right', 'value'])).toBe(true);
  expect(isWithin(['entryLong', 'right'], ['entryLong', 'left'])).toBe(false);
});

test('a size of the other kind is what it was before, where it was one on this page', () => {
  const third = { by: 'share', percent: 33, lot: 10 } as const;
  expect(sizingBy('risk', null)).toEqual({ by: 'risk', percent: 1, lot: null });
  expect(sizingBy('share', third)).toBe(third);
  expect(sizingBy('share', null)).toEqual({ by: 'share', percent: 50, lot: null });
});

test('a part of a rule is named in German, what lies within it by its path in the file', () => {
  expect(placeText(['symbols'])).toBe('Märkte');
  expect(placeText(['entryLong', 'all', 0, 'bars'])).toBe('entryLong.all.0.bars');
  expect(placeText(['ruleVersion'])).toBe('ruleVersion');
});
