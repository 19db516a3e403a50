// The bots of the workers of the tests, apart from all that the tests need: a worker is started often.
import { HOUR_MS, type Strategy } from '@botdepot/trading';
import type { BotStrategies } from '../../src/modules/bots/index.ts';
import { botStrategies, restlessStrategy } from './restless-strategy.ts';

/** Two symbols only, so that asking for others can be refused. */
const FEW = ['BTC/USD', 'EUR/USD'];
const { smartbot: restless } = botStrategies({
  ...restlessStrategy({ gross: 0.1 }),
  decisionIntervalMs: HOUR_MS,
});
const { smartbot: endless } = botStrategies({
  ...restlessStrategy(),
  decisionIntervalMs: HOUR_MS,
  decide() {
    for (;;);
  },
});
const { smartbot: deadly } = botStrategies({
  ...restlessStrategy(),
  decisionIntervalMs: HOUR_MS,
  decide() {
    process.exit(3);
  },
} satisfies Strategy<unknown>);

/** SmartBot trades, TurboBot never ends, NewsBot takes its process with it and knows two symbols. */
export const backtestStrategies = {
  ...(restless && { smartbot: restless }),
  ...(endless && { turbobot: endless }),
  ...(deadly && { newsbot: { ...deadly, symbols: FEW } }),
} satisfies BotStrategies;
