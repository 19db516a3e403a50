import { z } from 'zod';
import { DAY_MS } from '../candles.ts';
import type { Strategy, SymbolIntent } from '../strategy.ts';
import { seededRandom } from './random-market.ts';

const parameters = z.strictObject({
  maxDrawdown: z.number().default(0.2),
  maxDailyLoss: z.number().default(0.08),
  leverage: z.number().default(3),
  maxGross: z.number().default(2),
});

/**
 * Decides by dice that depend only on what it may see, and uses everything an engine offers: both directions, leverage,
 * reversals, stops, scheduled closes, holding, financing. For properties that must hold whatever a strategy does.
 */
export function wildStrategy(decisionIntervalMs: number): Strategy<z.infer<typeof parameters>> {
  return {
    id: 'wild',
    version: '1',
    parameters,
    decisionIntervalMs,
    costRule: { financed: true, slippageFactor: 2 },
    // Five closes, the oldest of which may be carried over from ten days before.
    warmUpDays: () => 10 + (5 * decisionIntervalMs) / DAY_MS,
    protectionLimits: ({ maxDrawdown, maxDailyLoss, maxGross }) => ({
      maxDrawdown,
      pauseMs: 3 * decisionIntervalMs,
      maxDailyLoss,
      maxGross,
    }),
    decide(view, portfolio, { leverage }) {
      const closes = new Float64Array(5);
      const intents = view.symbols.map((_, index): SymbolIntent => {
        view.closes(index, closes);
        const price = view.price(index);
        const seen = closes.reduce((sum, close) => sum + (Number.isNaN(close) ? 0 : close), view.end / 1e7);
        const random = seededRandom(Math.round(seen * 1e6) + index);
        const nothing = { target: null, adjustment: 'none', signal: 0, reason: 'dice', figures: {} } as const;
        if (Number.isNaN(price) || random() < 0.2) return nothing;
        const weight = random() < 0.2 ? 0 : Math.max(-10, Math.min(10, (random() - 0.5) * leverage));
        const held = portfolio.weights[index]!;
        if (weight === 0 && held === 0) return nothing;
        const distance = price * 0.02 * (0.2 + random());
        const stopRules = [null, { distance }, { price: price - Math.sign(weight) * distance }];
        return {
          target: {
            weight,
            stop: stopRules[Math.floor(random() * 3)]!,
            closeAt: random() < 0.3 ? view.end + 1 + Math.floor(random() * 3 * decisionIntervalMs) : null,
          },
          adjustment:
            held === 0 ? 'entry' : weight === 0 ? 'exit' : weight * held < 0 ? 'reverse' : 'rebalance',
          signal: Math.sign(weight),
          reason: 'dice',
          figures: { price },
        };
      });
      return { intents, figures: {} };
    },
  };
}
