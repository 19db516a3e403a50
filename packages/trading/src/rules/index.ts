export { canonicalRule, ruleHashOf, ruleText } from './canonical.ts';
export { compileRule, type RuleParameters, type RuleReason } from './compile-rule.ts';
export { warmUpBarsOf } from './indicator-table.ts';
export { neverExits, type ParsedRule, parseRule, type RuleProblem, ruleSizeProblem } from './parse-rule.ts';
export { RULE_LIMITS, type Rule } from './rule.ts';
export { ruleSentences } from './sentences.ts';
