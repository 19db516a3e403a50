import { type BacktestData, BOT_TYPES, MARKET_SYMBOLS } from '@botdepot/contract';
import { MINUTE_MS } from '@botdepot/trading';
import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database.ts';
import type { BotStrategies } from '../strategies.ts';
import { readSymbolData } from './backtest-data.store.ts';

/** What there is to test on and what it can be tested with, asked of the database once a minute at most. */
export function createBacktestData(deps: {
  db: Tx;
  clock: Clock;
  strategies: BotStrategies;
}): () => Promise<BacktestData> {
  const { db, clock, strategies } = deps;
  let known: { minute: number; data: Promise<BacktestData> } | null = null;

  async function read(): Promise<BacktestData> {
    const symbols = await readSymbolData(db, clock.now());
    return { symbols, ...spanOf(symbols), bots: botsOf(strategies) };
  }

  return () => {
    const minute = Math.floor(clock.now().getTime() / MINUTE_MS);
    if (known?.minute === minute) return known.data;
    const data = read();
    known = { minute, data };
    // A failure is answered and not remembered.
    data.catch(() => {
      if (known?.data === data) known = null;
    });
    return data;
  };
}

/** First and last day that any of the symbols has. */
export function spanOf(
  symbols: readonly Pick<BacktestData, 'firstDay' | 'lastDay'>[],
): Pick<BacktestData, 'firstDay' | 'lastDay'> {
  const firstDays = symbols.flatMap(({ firstDay }) => firstDay ?? []).sort();
  const lastDays = symbols.flatMap(({ lastDay }) => lastDay ?? []).sort();
  return { firstDay: firstDays[0] ?? null, lastDay: lastDays.at(-1) ?? null };
}

function botsOf(strategies: BotStrategies): BacktestData['bots'] {
  return BOT_TYPES.flatMap((botType) => {
    const runnable = strategies[botType];
    if (!runnable) return [];
    const { strategy, symbols } = runnable;
    return [
      {
        botType,
        symbols: MARKET_SYMBOLS.flatMap(({ symbol }) => (symbols.includes(symbol) ? symbol : [])),
        warmUpDays: strategy.warmUpDays(strategy.parameters.parse({})),
      },
    ];
  });
}
