import type { BacktestData, BotType } from '@botdepot/contract';

/** What the bot trades and there are prices of, in the catalogue's order. */
export function offeredSymbols(botType: BotType, data: BacktestData): string[] {
  const traded = data.bots.find((bot) => bot.botType === botType)?.symbols ?? [];
  return traded.filter((symbol) =>
    data.symbols.some((one) => one.symbol === symbol && one.firstDay !== null),
  );
}
