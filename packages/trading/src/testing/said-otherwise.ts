import { type Condition, childrenOf, isGroup, type Rule } from '../rules/rule.ts';

/** The same rule said otherwise: children in another order and twice, groups of one, comparisons turned round, symbols in another order. */
export const saidOtherwise = (rule: Rule): Rule => ({
  ...rule,
  symbols: rule.symbols.toReversed(),
  entryLong: conditionOtherwise(rule.entryLong),
  exitLong: rule.exitLong && conditionOtherwise(rule.exitLong),
  entryShort: rule.entryShort && conditionOtherwise(rule.entryShort),
  exitShort: rule.exitShort && conditionOtherwise(rule.exitShort),
});

function conditionOtherwise(node: Condition): Condition {
  if (isGroup(node)) {
    const children = childrenOf(node).map(conditionOtherwise).toReversed();
    const [first] = children;
    const more = first ? [...children, first] : children;
    return 'all' in node ? { all: more } : { any: more };
  }
  if (node.is === 'above') return { all: [{ is: 'below', left: node.right, right: node.left }] };
  if (node.is === 'crossesAbove')
    return { any: [{ is: 'crossesBelow', left: node.right, right: node.left }] };
  return node;
}
