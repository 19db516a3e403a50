import { answerOf, signedIn } from '../../../platform/api.ts';
import type { BacktestRunner } from './backtest-runner.ts';

export function backtestsRouter({ backtests }: { backtests: BacktestRunner }) {
  return {
    getBacktestData: signedIn.backtests.getBacktestData.handler(() => backtests.readData()),
    runBacktest: signedIn.backtests.runBacktest.handler(({ context, input, signal }) =>
      backtests.start({
        userId: context.actor.userId,
        request: input,
        signal: signal ?? new AbortController().signal,
        answerOf: (error) => answerOf(error, context),
      }),
    ),
    getLiveReplay: signedIn.backtests.getLiveReplay.handler(({ input }) =>
      backtests.readLiveReplay(input.botType),
    ),
  };
}
