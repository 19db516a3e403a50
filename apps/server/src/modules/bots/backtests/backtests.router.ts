import { answerOf, type Handlers } from '../../../platform/api.ts';
import type { BacktestRunner } from './backtest-runner.ts';

export function backtestsRouter({ backtests }: { backtests: BacktestRunner }): Handlers<'backtests'> {
  return {
    getBacktestData: () => backtests.readData(),
    runBacktest: ({ actor, context, input, signal }) =>
      backtests.start({
        userId: actor.userId,
        request: input,
        signal,
        answerOf: (error) => answerOf(error, context),
      }),
    getLiveReplay: ({ input }) => backtests.readLiveReplay(input.botType),
  };
}
