import {
  type Condition,
  type Leaf,
  type Operand,
  parseRule,
  type Rule,
  type RuleProblem,
  ruleOfShape,
  type Section,
} from '@botdepot/trading/browser';

export type Sizing = Rule['sizing'];
export type RulePath = readonly (string | number)[];

/** The rule with another value at the path; everything else is the same object. */
export const withValueAt = (rule: Rule, path: RulePath, value: unknown): Rule =>
  replaced(rule, path, value) as Rule;

function replaced(node: unknown, [key, ...rest]: RulePath, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(node))
    return node.map((item, index) => (index === key ? replaced(item, rest, value) : item));
  const object = node as Record<string, unknown>;
  return { ...object, [key]: replaced(object[key], rest, value) };
}

export function valueAt(rule: unknown, path: RulePath): unknown {
  return path.reduce<unknown>((node, key) => (node as Record<string | number, unknown>)[key], rule);
}

export const isWithin = (path: RulePath, problem: RulePath): boolean =>
  path.every((key, index) => problem[index] === key);

const PLACES: Readonly<Record<string, string>> = {
  symbols: 'Märkte',
  interval: 'Länge der Kerzen',
  side: 'Kurse',
  entryLong: 'Kauf',
  exitLong: 'Verkauf',
  entryShort: 'Einstieg auf fallende Kurse',
  exitShort: 'Ausstieg aus fallenden Kursen',
  maxBars: 'Längste Haltedauer',
  stop: 'Stopp',
  target: 'Ziel',
  trailing: 'Nachgezogener Stopp',
  sizing: 'Größe',
  maxPositions: 'Positionen zugleich',
  leverage: 'Hebel',
  cooldownBars: 'Pause',
};

/** A part of a rule in German; what lies within one has no shorter name than its path in the file. */
export const placeText = (path: RulePath): string =>
  (path.length === 1 && PLACES[String(path[0])]) || path.join('.');

/** What is wrong in a rule, with its place. */
export const problemText = ({ path, text }: RuleProblem): string =>
  path.length === 0 ? text : `${placeText(path)}: ${text}`;

/** Why JSON cannot be edited as a rule; null where it can. */
export function shapeProblem(read: unknown): string | null {
  if (ruleOfShape(read) !== null) return null;
  const [problem] = parseRule(read).problems;
  return problem ? problemText(problem) : 'Sie enthält keine Regel.';
}

const CLOSE: Operand = { kind: 'price', field: 'close', offset: 0, factor: 1 };
const MEAN: Operand = { kind: 'indicator', indicator: 'sma', bars: 50, field: 'close', offset: 0, factor: 1 };

/** What a new line says until somebody changes it. */
export const newLine = (section: Section): Leaf => ({
  is: section === 'entryLong' || section === 'exitShort' ? 'above' : 'below',
  left: CLOSE,
  right: MEAN,
});

/** Entries need everything, exits anything, until somebody says otherwise. */
const groupFor = (section: Section, lines: Condition[]): Condition =>
  section === 'entryLong' || section === 'entryShort' ? { all: lines } : { any: lines };

/** With a line more in the section or the group at the path. */
export function withNewLine(rule: Rule, path: RulePath): Rule {
  const section = path[0] as Section;
  const before = valueAt(rule, path) as Condition | null;
  const line = newLine(section);
  const join = joinOf(before);
  const after =
    before === null
      ? line
      : join
        ? { [join]: [...linesIn(before), line] }
        : groupFor(section, [before, line]);
  return withValueAt(rule, path, after);
}

/** Deeper than this nobody reads a rule, and the language allows no more. */
const MOST_DEPTH = 3;

/**
 * How a line may be joined with one of its own: otherwise than the lines around it are. Null for one that is alone in its section, which
 * a new line joins anyway, and where groups would be too deep.
 */
export function innerJoin(path: RulePath): 'all' | 'any' | null {
  const around = path.filter((key) => key === 'all' || key === 'any');
  const outer = around.at(-1);
  if (outer === undefined || around.length >= MOST_DEPTH) return null;
  return outer === 'all' ? 'any' : 'all';
}

/** The line in a group of its own with a new one. */
export function withInnerGroup(rule: Rule, path: RulePath): Rule {
  const join = innerJoin(path);
  if (join === null) return rule;
  const lines = [valueAt(rule, path) as Condition, newLine(path[0] as Section)];
  return withValueAt(rule, path, { [join]: lines });
}

/** Without the line; a group of one is its line, an exit without lines is none. The last line of an entry stays. */
export function withoutLine(rule: Rule, path: RulePath): Rule {
  const [section, ...within] = path as [Section, ...(string | number)[]];
  const condition = rule[section];
  if (condition === null) return rule;
  const rest = without(condition, within);
  if (rest !== null) return { ...rule, [section]: rest };
  return isEntry(section) ? rule : { ...rule, [section]: null };
}

/** Whether the line may go: an entry needs one. */
export const mayRemove = (rule: Rule, path: RulePath): boolean => withoutLine(rule, path) !== rule;

const isEntry = (section: Section): boolean => section === 'entryLong' || section === 'entryShort';

function without(node: Condition, [kind, index, ...rest]: RulePath): Condition | null {
  if (kind === undefined) return null;
  const children = 'all' in node ? node.all : 'any' in node ? node.any : [];
  const left = children.flatMap((child, at) => {
    if (at !== index) return [child];
    const remaining = without(child, rest);
    return remaining === null ? [] : [remaining];
  });
  if (left.length < 2) return left[0] ?? null;
  return 'all' in node ? { all: left } : { any: left };
}

/** `all` and `any` of a section; null for a single line. */
export function joinOf(condition: Condition | null): 'all' | 'any' | null {
  if (condition === null) return null;
  return 'all' in condition ? 'all' : 'any' in condition ? 'any' : null;
}

/** With the lines of a section or a group joined otherwise. */
export function withJoin(rule: Rule, path: RulePath, join: 'all' | 'any'): Rule {
  const condition = valueAt(rule, path) as Condition | null;
  return condition === null || joinOf(condition) === null
    ? rule
    : withValueAt(rule, path, { [join]: linesIn(condition) });
}

const linesIn = (group: Condition): readonly Condition[] =>
  'all' in group ? group.all : 'any' in group ? group.any : [];

/** Both sides need an entry on each, one side has none on the other. */
export function withSide(rule: Rule, side: Rule['side']): Rule {
  if (side === 'long') return { ...rule, side, entryShort: null, exitShort: null };
  return { ...rule, side, entryShort: rule.entryShort ?? newLine('entryShort') };
}

/** @param left the size of the other kind that was turned away from last, which comes back as it was. */
export function sizingBy(by: Sizing['by'], left: Sizing | null): Sizing {
  if (left?.by === by) return left;
  return by === 'risk' ? { by, percent: 1, lot: null } : { by, percent: 50, lot: null };
}

export const sameJson = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The only word or number in which two values differ, by its path; null where they differ in more, or in what they are made of. */
export function changedWord(one: unknown, other: unknown): string | null {
  const places = [...differences(one, other)];
  const place = places[0];
  return places.length === 1 && place?.isWord ? place.path : null;
}

function* differences(one: unknown, other: unknown, path = ''): Generator<{ path: string; isWord: boolean }> {
  if (sameJson(one, other)) return;
  if (!isObject(one) || !isObject(other)) {
    yield { path, isWord: isWord(one) && isWord(other) };
    return;
  }
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
    yield* differences(one[key], other[key], `${path}/${key}`);
}

const isWord = (value: unknown) => typeof value === 'string' || typeof value === 'number';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
