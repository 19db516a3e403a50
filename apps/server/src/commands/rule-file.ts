import { readFile } from 'node:fs/promises';
import { type ParsedRule, parseRule, RULE_LIMITS, type RuleProblem } from '@botdepot/trading';
import { Refusal } from './refusal.ts';

/** @throws Refusal for a file that cannot be read or is no JSON; what is wrong with the rule is part of the answer. */
export const readRuleFile = async (file: string): Promise<ParsedRule> => parseRule(await readJson(file));

/** What is wrong, a line for each. */
export const problemLines = (file: string, problems: readonly RuleProblem[]): string[] =>
  problems.map((problem) => `${file}: ${[placeOf(problem), problem.text].filter(Boolean).join(': ')}`);

/** `entryLong.all[1].left.bars` */
export function placeOf({ path }: RuleProblem): string {
  return path.reduce<string>(
    (place, key) => (typeof key === 'number' ? `${place}[${key}]` : place === '' ? key : `${place}.${key}`),
    '',
  );
}

/** A file that is longer than any rule is not read into memory as JSON. */
async function readJson(file: string): Promise<unknown> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new Refusal(`${file} lässt sich nicht lesen: ${error instanceof Error ? error.message : error}`);
  });
  // Spaces count in a file and not in a rule.
  if (bytes.length > 8 * RULE_LIMITS.bytes) throw new Refusal(`${file} ist zu lang für eine Regel.`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Refusal(`${file} ist kein JSON: ${error instanceof Error ? error.message : error}`);
  }
}
