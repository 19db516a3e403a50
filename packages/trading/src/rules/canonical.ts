/**
 * The one form of all rules that mean the same, and the text that their hash is made of. A name, a period, costs and capital are no
 * part of a rule.
 */
import { textHash } from '../data-hash.ts';
import type { Condition, Leaf, Rule } from './rule.ts';
import { childrenOf, isGroup, RULE_SYMBOLS } from './rule.ts';

/**
 * Defaults written out, symbols in the order of the catalogue, `below` and `crossesBelow` turned round, groups within groups of the
 * same kind flattened, doubles dropped, children sorted, a group of one replaced by its child.
 * `canonicalRule(canonicalRule(rule))` equals `canonicalRule(rule)`, and both decide alike.
 */
export function canonicalRule(rule: Rule): Rule {
  const section = (condition: Condition | null) => condition && canonicalCondition(condition);
  return {
    ...rule,
    symbols: rule.symbols.toSorted((a, b) => RULE_SYMBOLS.indexOf(a) - RULE_SYMBOLS.indexOf(b)),
    entryLong: canonicalCondition(rule.entryLong),
    exitLong: section(rule.exitLong),
    entryShort: section(rule.entryShort),
    exitShort: section(rule.exitShort),
  };
}

function canonicalCondition(condition: Condition): Condition {
  if (!isGroup(condition)) return canonicalLeaf(condition);
  const isAll = 'all' in condition;
  const children = childrenOf(condition)
    .map(canonicalCondition)
    .flatMap((child) => (isGroup(child) && 'all' in child === isAll ? childrenOf(child) : [child]));
  const byText = new Map(children.map((child) => [canonicalJson(child), child]));
  // By UTF-16 units, as `sort` compares strings.
  const sorted = [...byText.keys()].sort().flatMap((text) => byText.get(text) ?? []);
  const [only] = sorted;
  if (sorted.length === 1 && only) return only;
  return isAll ? { all: sorted } : { any: sorted };
}

function canonicalLeaf(leaf: Leaf): Leaf {
  if (leaf.is === 'below') return { is: 'above', left: leaf.right, right: leaf.left };
  if (leaf.is === 'crossesBelow') return { is: 'crossesAbove', left: leaf.right, right: leaf.left };
  return leaf;
}

/** JSON with sorted keys and no spaces, numbers as ECMAScript writes them (RFC 8785). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}

/** SHA-256 of `ruleText`, hex: equal hash, equal rule. */
export const ruleHashOf = (rule: Rule): string => textHash(ruleText(rule));

/** What the hash of a rule is taken of. */
export const ruleText = (rule: Rule): string => `botdepot-rule/1\n${canonicalJson(canonicalRule(rule))}`;
