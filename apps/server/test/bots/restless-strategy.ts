import { MARKET_SYMBOLS } from '@botdepot/contract';
import { MINUTE_MS, type Strategy, type SymbolIntent } from '@botdepot/trading';
import { z } from 'zod';
import type { BotStrategies } from '../../src/modules/bots/index.ts';

/**
 * Trades all the time: every five minutes half of the markets are held long, a quarter short, with near stops. Its view
 * of the past goes into the decision, so that a restart that loses history shows.
 */
export const restlessStrategy = (
  options: { gross?: number; maxDrawdown?: number; shorts?: boolean } = {},
): Strategy<unknown> => ({
  id: 'restless',
  version: '1',
  parameters: z.unknown(),
  decisionIntervalMs: 5 * MINUTE_MS,
  costRule: { financed: true, slippageFactor: 1 },
  warmUpDays: () => 1,
  protectionLimits: () => ({
    maxDrawdown: options.maxDrawdown ?? 0.9,
    pauseMs: 20 * MINUTE_MS,
    maxDailyLoss: 1,
    maxGross: 1000,
  }),
  decide(view) {
    const count = view.symbols.length;
    const size = (options.gross ?? 1.2) / count;
    const intents = view.symbols.map((_, index): SymbolIntent => {
      const closes = new Float64Array(12);
      view.closes(index, closes);
      const mean = closes.reduce((sum, close) => sum + (Number.isNaN(close) ? 0 : close), 0) / 12;
      const price = view.price(index);
      const phase = (Math.floor(view.end / (5 * MINUTE_MS)) + index) % 4;
      const weight =
        phase === 0 ? 0 : phase === 1 && options.shorts !== false ? -size : price > mean ? size : size / 2;
      return {
        target: { weight, stop: { distance: price * 0.015 }, closeAt: null },
        adjustment: weight === 0 ? 'exit' : 'rebalance',
        signal: Math.sign(weight),
        reason: 'restless',
        figures: { mean },
      };
    });
    return { intents, figures: {} };
  },
});

export const botStrategies = (
  strategy: Strategy<unknown>,
  symbols: readonly string[] = MARKET_SYMBOLS.map(({ symbol }) => symbol),
): BotStrategies => ({
  smartbot: {
    strategy,
    symbols,
    explain: (reason) => (reason === 'restless' ? 'Kurs gegen sein Mittel.' : ''),
  },
});
