import { type CheckedRule, DomainError } from '@botdepot/contract';
import {
  canonicalRule,
  neverExits,
  parseRule,
  type Rule,
  type RuleProblem,
  ruleHashOf,
  ruleSentences,
  ruleSizeProblem,
  warmUpBarsOf,
} from '@botdepot/trading';

const NOTHING: CheckedRule = {
  canonical: null,
  ruleHash: null,
  sentences: [],
  warmUpBars: null,
  warnings: [],
  problems: [],
};

/** What a rule says, or what is wrong with it and where. Nothing is thrown, whatever comes. */
export function checkRule(input: unknown): CheckedRule {
  const { rule, problems } = parseRule(input);
  if (rule === null)
    return {
      ...NOTHING,
      problems: problems.map(({ code, path, text }) => ({ code, path: [...path], text })),
    };
  return {
    canonical: canonicalRule(rule),
    ruleHash: ruleHashOf(rule),
    sentences: ruleSentences(rule),
    warmUpBars: warmUpBarsOf(rule),
    warnings: neverExits(rule) ? [{ code: 'RULE_NEVER_EXITS', text: 'Diese Regel verkauft nie.' }] : [],
    problems: [],
  };
}

/** @throws DomainError that tells the first problem: RULE_INVALID, RULE_UNITS_DIFFER, RULE_TOO_LARGE, RULE_WARM_UP_TOO_LONG */
export function assertRule(input: unknown): Rule {
  const { rule, problems } = parseRule(input);
  if (rule === null)
    throw problems[0] ? errorOf(problems[0]) : new Error('a rule without problems was refused');
  return rule;
}

/** What may be kept as a draft. @throws RULE_TOO_LARGE */
export function assertDraft(input: unknown): void {
  const problem = ruleSizeProblem(input);
  if (problem) throw errorOf(problem);
}

/** The hash of a draft's rule; null while it is not complete. */
export function draftHash(input: unknown): string | null {
  const { rule } = parseRule(input);
  return rule && ruleHashOf(rule);
}

/** What stands after the markets of a rule; null while it is not complete. */
export function entryOf(input: unknown): { text: string; ruleHash: string } | null {
  const { rule } = parseRule(input);
  const text = rule && ruleSentences(rule)[1];
  return text ? { text, ruleHash: ruleHashOf(rule) } : null;
}

function errorOf({ code, path, text, parts }: RuleProblem): DomainError {
  const { left = '', right = '', limit = '', kind = '', bars = '' } = parts;
  switch (code) {
    case 'RULE_INVALID':
      return DomainError.of(code, { path: path.join('.'), problem: text });
    case 'RULE_UNITS_DIFFER':
      return DomainError.of(code, { left, right });
    case 'RULE_TOO_LARGE':
      return DomainError.of(code, { limit, kind });
    case 'RULE_WARM_UP_TOO_LONG':
      return DomainError.of(code, { bars });
  }
}
