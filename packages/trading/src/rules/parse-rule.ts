/** Reads a rule from whatever somebody sends, and says in German, at its place, what is wrong with it. */
import type { z } from 'zod';
import { canonicalJson } from './canonical.ts';
import { unitOf, warmUpBarsOf } from './indicator-table.ts';
import { formatNumber, operandText } from './operand-words.ts';
import {
  CALENDAR_RANGES,
  type Condition,
  childrenOf,
  isGroup,
  type Leaf,
  leavesOf,
  type Operand,
  operandsOf,
  RULE_LIMITS,
  type Rule,
  ruleShape,
  SECTIONS,
} from './rule.ts';

export type RuleProblemCode =
  | 'RULE_INVALID'
  | 'RULE_UNITS_DIFFER'
  | 'RULE_TOO_LARGE'
  | 'RULE_WARM_UP_TOO_LONG';

export interface RuleProblem {
  readonly code: RuleProblemCode;
  /** Keys and indices that lead to the part that is wrong; empty for the rule as a whole. */
  readonly path: readonly (string | number)[];
  /** German, without the path. */
  readonly text: string;
  /** What the text is made of, by name: `limit` and `kind`, `left` and `right`, or `bars`; nothing for RULE_INVALID. */
  readonly parts: Readonly<Record<string, string>>;
}

export type ParsedRule =
  | { readonly rule: Rule; readonly problems: readonly [] }
  | { readonly rule: null; readonly problems: readonly RuleProblem[] };

/** Deeper than any rule, so that nothing recursive ever sees what is nested without end. */
const DEEPEST = 12;

/** @param input parsed JSON; anything else is refused as well. Nothing is thrown. */
export function parseRule(input: unknown): ParsedRule {
  const tooLarge = ruleSizeProblem(input);
  if (tooLarge) return { rule: null, problems: [tooLarge] };
  const parsed = ruleShape.safeParse(input, { reportInput: true });
  if (!parsed.success) return { rule: null, problems: parsed.error.issues.map(ofShape) };
  const problems = meaningProblems(parsed.data);
  return problems.length === 0 ? { rule: parsed.data, problems: [] } : { rule: null, problems };
}

/** JSON that has the shape of a rule, whether or not its parts fit together; null for anything else. */
export function ruleOfShape(input: unknown): Rule | null {
  return ruleSizeProblem(input) === null ? (ruleShape.safeParse(input).data ?? null) : null;
}

/** Whether nothing in it ever ends a position, which is allowed and rarely meant. */
export function neverExits({ exitLong, maxBars, stop, target, trailing, side }: Rule): boolean {
  // On both sides the other entry turns a position round.
  return side === 'long' && [exitLong, maxBars, stop, target, trailing].every((part) => part === null);
}

/** Whether JSON is too deep or too long to be a rule, finished or not; found without recursion. */
export function ruleSizeProblem(input: unknown): RuleProblem | null {
  const open: { value: unknown; depth: number }[] = [{ value: input, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= DEEPEST) return tooMuch([], RULE_LIMITS.depth, 'Ebenen von Gruppen');
    for (const child of Object.values(value)) open.push({ value: child, depth: depth + 1 });
  }
  const bytes = new TextEncoder().encode(JSON.stringify(input) ?? '').length;
  return bytes > RULE_LIMITS.bytes ? tooMuch([], RULE_LIMITS.bytes, 'Bytes') : null;
}

const tooMuch = (path: RuleProblem['path'], limit: number, kind: string): RuleProblem => ({
  code: 'RULE_TOO_LARGE',
  path,
  text: `Zu viel für eine Regel: höchstens ${formatNumber(limit)} ${kind}.`,
  parts: { limit: formatNumber(limit), kind },
});

const invalid = (path: RuleProblem['path'], text: string): RuleProblem => ({
  code: 'RULE_INVALID',
  path,
  text,
  parts: {},
});

const TYPES: Readonly<Record<string, string>> = {
  number: 'eine Zahl',
  int: 'eine ganze Zahl',
  string: 'ein Text',
  array: 'eine Liste',
  object: 'ein Objekt',
  null: 'null',
};

function ofShape(issue: z.core.$ZodIssue): RuleProblem {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
  return invalid(path, textOf(issue));
}

function textOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'fehlt' : `muss ${TYPES[issue.expected] ?? issue.expected} sein`;
    case 'too_small':
      return `mindestens ${countText(Number(issue.minimum), issue.origin)}`;
    case 'too_big':
      return `höchstens ${countText(Number(issue.maximum), issue.origin)}`;
    case 'invalid_value':
      return `muss eines davon sein: ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `gibt es hier nicht: ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return issue.discriminator === undefined
        ? 'ist nicht bekannt'
        : `„${issue.discriminator}“ fehlt oder ist nicht bekannt`;
    default:
      return issue.message;
  }
}

function countText(count: number, origin: string): string {
  const unit = count === 1 ? ' Eintrag' : ' Einträge';
  return `${formatNumber(count)}${origin === 'array' ? unit : ''}`;
}

/** What its parts have to do with one another. */
function meaningProblems(rule: Rule): RuleProblem[] {
  const leaves = SECTIONS.flatMap((section) => {
    const condition = rule[section];
    return condition === null ? [] : leavesOf(condition);
  });
  const problems = [
    ...sideProblems(rule),
    ...SECTIONS.flatMap((section) => {
      const condition = rule[section];
      return condition === null ? [] : conditionProblems(condition, [section], rule.interval, 1);
    }),
  ];
  if (leaves.length > RULE_LIMITS.leaves) problems.push(tooMuch([], RULE_LIMITS.leaves, 'Bedingungen'));
  const indicators = new Set(leaves.flatMap(operandsOf).flatMap(indicatorKey));
  if (indicators.size > RULE_LIMITS.indicators)
    problems.push(tooMuch([], RULE_LIMITS.indicators, 'verschiedene Indikatoren'));
  const bars = warmUpBarsOf(rule);
  if (bars > RULE_LIMITS.warmUpBars)
    problems.push({
      code: 'RULE_WARM_UP_TOO_LONG',
      path: [],
      text: `Diese Regel braucht ${formatNumber(bars)} Kerzen Vorlauf, höchstens ${formatNumber(RULE_LIMITS.warmUpBars)} sind möglich.`,
      parts: { bars: formatNumber(bars) },
    });
  return problems;
}

/** The same indicator looked at further back is no other one. */
function indicatorKey(operand: Operand): string[] {
  if (operand.kind !== 'indicator') return [];
  const { offset, factor, ...parameters } = operand;
  return [canonicalJson(parameters)];
}

function sideProblems(rule: Rule): RuleProblem[] {
  const { symbols, side, entryShort, exitShort, sizing, stop } = rule;
  const problems: RuleProblem[] = [];
  const twice = symbols.find((symbol, index) => symbols.indexOf(symbol) !== index);
  if (twice !== undefined) problems.push(invalid(['symbols'], `${twice} steht zweimal da`));
  if (side === 'both' && entryShort === null)
    problems.push(
      invalid(
        ['entryShort'],
        'der Einstieg auf fallende Kurse fehlt, obwohl auf beiden Seiten gehandelt wird',
      ),
    );
  if (side === 'long' && entryShort !== null)
    problems.push(
      invalid(
        ['entryShort'],
        'einen Einstieg auf fallende Kurse gibt es nur, wenn auf beiden Seiten gehandelt wird',
      ),
    );
  if (side === 'long' && exitShort !== null)
    problems.push(
      invalid(
        ['exitShort'],
        'einen Ausstieg aus fallenden Kursen gibt es nur, wenn auf beiden Seiten gehandelt wird',
      ),
    );
  if (sizing.by === 'risk' && stop === null)
    problems.push(invalid(['stop'], 'der Stopp fehlt, denn die Größe hängt vom Risiko bis zu ihm ab'));
  return problems;
}

function conditionProblems(
  node: Condition,
  path: readonly (string | number)[],
  interval: Rule['interval'],
  depth: number,
): RuleProblem[] {
  if (!isGroup(node)) return leafProblems(node, path, interval);
  if (depth > RULE_LIMITS.depth) return [tooMuch(path, RULE_LIMITS.depth, 'Ebenen von Gruppen')];
  const kind = 'all' in node ? 'all' : 'any';
  return childrenOf(node).flatMap((child, index) =>
    conditionProblems(child, [...path, kind, index], interval, depth + 1),
  );
}

function leafProblems(
  leaf: Leaf,
  path: readonly (string | number)[],
  interval: Rule['interval'],
): RuleProblem[] {
  if (leaf.is === 'within') {
    const [low, high] = CALENDAR_RANGES[leaf.field];
    const outside = (['from', 'to'] as const).filter((end) => leaf[end] < low || leaf[end] > high);
    return [
      ...outside.map((end) => invalid([...path, end], `von ${low} bis ${high}`)),
      ...(leaf.field === 'hour' && interval === '1d'
        ? [invalid([...path, 'field'], 'Stunden gibt es nur auf Stundenkerzen')]
        : []),
    ];
  }
  if ('of' in leaf) {
    const constant =
      leaf.of.kind === 'number' ? [invalid([...path, 'of'], 'eine feste Zahl steigt und fällt nicht')] : [];
    return [...constant, ...operandProblems(leaf.of, [...path, 'of'])];
  }
  const problems = [
    ...operandProblems(leaf.left, [...path, 'left']),
    ...operandProblems(leaf.right, [...path, 'right']),
  ];
  const [left, right] = [unitOf(leaf.left), unitOf(leaf.right)];
  if (left === null && right === null)
    problems.push(invalid(path, 'zwei feste Zahlen ergeben immer dasselbe'));
  if (left !== null && right !== null && left !== right) {
    // It begins the sentence, here and in the server's refusal.
    const parts = { left: sentenceStart(operandText(leaf.left)), right: operandText(leaf.right) };
    problems.push({
      code: 'RULE_UNITS_DIFFER',
      path,
      text: `${parts.left} und ${parts.right} lassen sich nicht vergleichen.`,
      parts,
    });
  }
  return problems;
}

const sentenceStart = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function operandProblems(operand: Operand, path: readonly (string | number)[]): RuleProblem[] {
  return operand.kind === 'indicator' && operand.indicator === 'macd' && operand.fast >= operand.slow
    ? [
        invalid(
          [...path, 'fast'],
          `die kurze Zahl der MACD-Linie muss kleiner sein als die lange (${operand.slow})`,
        ),
      ]
    : [];
}
