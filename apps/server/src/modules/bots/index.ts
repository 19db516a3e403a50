export { BOT_INVARIANTS } from './bot-invariants.ts';
export { botsRouter } from './bots.router.ts';
export { listInvestments } from './investments/read-investments.ts';
export { startBot } from './investments/start-bot.ts';
export { stopBot } from './investments/stop-bot.ts';
export { readInvested, sumActiveInvestments } from './investments/sum-investments.ts';
export { type BotStrategies, type BotStrategy, STRATEGIES } from './strategies.ts';
export { type BotRunner, createBotRunner } from './trading/bot-runner.ts';
export {
  type DemoMoment,
  type SettableClock,
  simulateDemoHistory,
} from './trading/simulate-demo-history.ts';
