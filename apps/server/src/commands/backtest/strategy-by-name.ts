import { newsBot, type Strategy, smaCross, smartBot, turboBot } from '@botdepot/trading';
import { z } from 'zod';
import type { StrategyName } from './arguments.ts';
import { Refusal } from './refusal.ts';

/** @param intervalMs length of the bars, which is also how often sma-cross decides. */
export function strategyByName(name: StrategyName, intervalMs: number): Strategy<unknown> {
  switch (name) {
    case 'smartbot':
      return smartBot;
    case 'turbobot':
      return turboBot;
    case 'newsbot':
      return newsBot;
    case 'sma-cross':
      return smaCross(intervalMs);
  }
}

/** @throws Refusal naming the parameters there are, for unknown ones and for values out of their bounds. */
export function checkParameters(strategy: Strategy<unknown>, parameters: unknown): void {
  const { success, error } = strategy.parameters.safeParse(parameters);
  if (success) return;
  const problems = error.issues.map((issue) => {
    const name = issue.path.join('.');
    if (issue.code === 'unrecognized_keys') return `„${issue.keys.join('“, „')}“ gibt es nicht.`;
    if (name === '') return 'Die Werte passen nicht zueinander.';
    return `„${name}“ hat einen unmöglichen Wert.`;
  });
  throw new Refusal(
    `--param: ${[...new Set(problems)].join(' ')} Möglich sind:\n${describeParameters(strategy)}`,
  );
}

const property = z.object({
  type: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z.unknown(),
  items: z.object({ minimum: z.number().optional(), maximum: z.number().optional() }).optional(),
});
const objectSchema = z.object({ properties: z.record(z.string(), property) });

function describeParameters(strategy: Strategy<unknown>): string {
  const { properties } = objectSchema.parse(z.toJSONSchema(strategy.parameters, { io: 'input' }));
  return Object.entries(properties)
    .map(([name, { type, items, minimum = items?.minimum, maximum = items?.maximum, default: preset }]) => {
      const kind = type === 'array' ? 'Liste ganzer Zahlen' : type === 'integer' ? 'ganze Zahl' : 'Zahl';
      const bounds = minimum === undefined || maximum === undefined ? '' : ` von ${minimum} bis ${maximum}`;
      return `  ${name}: ${kind}${bounds}, Vorgabe ${JSON.stringify(preset)}`;
    })
    .join('\n');
}
