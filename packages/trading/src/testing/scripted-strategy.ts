import { z } from 'zod';
import type { MarketView, PortfolioView, Strategy, SymbolIntent, Target } from '../strategy.ts';

/** A weight, a full target, or null to hold. */
export type Wish = number | Partial<Target> | null;

const parameters = z.strictObject({
  maxDrawdown: z.number().default(1),
  pauseMs: z.number().default(0),
  maxDailyLoss: z.number().default(1),
  maxGross: z.number().default(1000),
});

/** A strategy that wants what the script says, for tests of the engine. */
export function scriptedStrategy(
  decisionIntervalMs: number,
  script: (view: MarketView, portfolio: PortfolioView) => readonly Wish[],
  financed = false,
): Strategy<z.infer<typeof parameters>> {
  return {
    id: 'scripted',
    version: '1',
    parameters,
    decisionIntervalMs,
    costRule: { financed, slippageFactor: 1 },
    warmUpDays: () => 0,
    protectionLimits: (limits) => limits,
    decide: (view, portfolio) => ({
      intents: script(view, portfolio).map((wish, index): SymbolIntent => {
        const target =
          wish === null
            ? null
            : {
                weight: 0,
                stop: null,
                closeAt: null,
                ...(typeof wish === 'number' ? { weight: wish } : wish),
              };
        const held = portfolio.weights[index]!;
        return {
          target,
          adjustment:
            target === null ? 'none' : held === 0 ? 'entry' : target.weight === 0 ? 'exit' : 'rebalance',
          signal: Math.sign(target?.weight ?? 0),
          reason: 'script',
          figures: {},
        };
      }),
      figures: {},
    }),
  };
}
