export { canonicalRule, ruleHashOf, ruleText } from './canonical.ts';
export { type ColumnSource, sharedColumns } from './columns/column-set.ts';
export { compileRule, type RuleParameters, type RuleReason } from './compile-rule.ts';
export {
  type DecisionWanted,
  decidingSection,
  type ExplainedDecision,
  explainDecision,
  type Ordered,
  type PriceFlip,
} from './explain-decision.ts';
export { type Unit, unitOf, warmUpBarsOf } from './indicator-table.ts';
export { type LineNow, linesNow, missingForEntry, valuesOf } from './line-values.ts';
export { countBars, countBarsDative, formatNumber, operandText } from './operand-words.ts';
export {
  neverExits,
  type ParsedRule,
  parseRule,
  type RuleProblem,
  ruleOfShape,
  ruleSizeProblem,
} from './parse-rule.ts';
export {
  CALENDAR_RANGES,
  type Calendar,
  type CalendarField,
  type Condition,
  type Distance,
  type IndicatorOperand,
  type Leaf,
  type Operand,
  type PriceField,
  RULE_CAPITAL,
  RULE_LIMITS,
  RULE_SYMBOLS,
  type Rule,
  ruleSymbolSpec,
  type Section,
} from './rule.ts';
export {
  type ParameterRange,
  parameterValues,
  type RuleParameter,
  rangeAround,
  ruleParameters,
  tellingParameters,
  withParameter,
} from './rule-parameters.ts';
export {
  type BarTally,
  type LineTally,
  linesOf,
  type RuleLine,
  type RuleTally,
  type TalliedTrade,
  tallyRule,
} from './rule-tally.ts';
export {
  distanceText,
  type LeafPart,
  leafParts,
  leafText,
  lotText,
  MONTHS,
  ruleSentences,
  SECTION_VERBS,
  WEEKDAYS,
} from './sentences.ts';
export {
  runVariant,
  SWEEP_LIMITS,
  type SweepAxis,
  type SweepRun,
  type Variant,
  type VariantResult,
  variantsOf,
} from './sweep.ts';
