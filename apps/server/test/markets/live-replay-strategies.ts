import { HOUR_MS } from '@botdepot/trading';
import { type BotStrategies, STRATEGIES } from '../../src/modules/bots/strategies.ts';
import { botStrategies, restlessStrategy } from '../bots/restless-strategy.ts';

/** Decides every five minutes and starts live. */
const { smartbot: restless } = botStrategies(restlessStrategy());
/** Decides every hour and has a demo's history. */
const { smartbot: hourly } = botStrategies({
  ...restlessStrategy({ gross: 0.4 }),
  decisionIntervalMs: HOUR_MS,
});

/** The real NewsBot is among them, for the calendar's sake. */
export const liveReplayStrategies: BotStrategies = {
  ...(restless && { smartbot: restless }),
  ...(hourly && { turbobot: hourly }),
  ...(STRATEGIES.newsbot && { newsbot: STRATEGIES.newsbot }),
};
