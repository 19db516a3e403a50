import { MARKET_SYMBOLS } from '@botdepot/contract';
import type { Logger } from 'pino';
import type { PriceSettings } from '../../platform/config.ts';
import type { Clock } from '../../platform/work.ts';
import { type FollowedPrices, followPrices } from './live/follow-prices.ts';
import { createKraken } from './live/kraken.ts';
import type { PriceProvider } from './live/price-provider.ts';
import { tradesWithin } from './live/readable-candles.ts';
import { createTwelveData, TWELVE_DATA_TICKERS } from './live/twelve-data.ts';
import type { LiveMarkets, PriceSource, PriceSourceName } from './price-source.ts';

/** The providers that the settings name, in their order: the first that covers a symbol is the one for it. */
export function createProviders(settings: PriceSettings): PriceProvider[] {
  return settings.sources.map((name) => {
    if (name === 'kraken') return createKraken(settings.kraken);
    const { tickers, ...rest } = settings.twelvedata;
    return createTwelveData({ ...rest, tickers: tickersOf(tickers) });
  });
}

/** All known tickers, or the chosen symbols with their own ticker or the known one. */
function tickersOf(chosen: Readonly<Record<string, string>> | undefined): Readonly<Record<string, string>> {
  if (!chosen) return TWELVE_DATA_TICKERS;
  return Object.fromEntries(
    Object.entries(chosen).map(([symbol, ticker]) => [
      symbol,
      ticker || (TWELVE_DATA_TICKERS[symbol] ?? symbol),
    ]),
  );
}

/**
 * One source of every symbol: live where a provider is configured and has been adopted, simulated otherwise. Until the
 * feed adopts a provider for a symbol, the simulated market speaks; see `adopt-sources.ts` for when it does.
 */
export function createPriceSource(deps: {
  simulated: PriceSource;
  providers: readonly PriceProvider[];
  clock: Clock;
  log: Logger;
}): PriceSource {
  const { simulated, providers, clock, log } = deps;
  if (providers.length === 0) return simulated;
  const symbols = MARKET_SYMBOLS.map(({ symbol }) => symbol);
  const follows = new Map(
    providers.map((provider) => [provider.name, followPrices({ provider, clock, log })]),
  );
  const providerOf = new Map(
    symbols.flatMap((symbol) => {
      const provider = providers.find((candidate) => candidate.symbols.includes(symbol));
      return provider ? [[symbol, provider] as const] : [];
    }),
  );
  const speaking: PriceSourceName[] = symbols.map(() => 'simulated');
  const followOf = (index: number): FollowedPrices | undefined => {
    const source = speaking[index];
    return source === undefined || source === 'simulated' ? undefined : follows.get(source);
  };

  function configuredProvider(symbol: string): PriceProvider {
    const provider = providerOf.get(symbol);
    if (!provider) throw new RangeError(`no live source is configured for ${symbol}`);
    return provider;
  }

  function release(symbol: string): void {
    const index = symbols.indexOf(symbol);
    if (index < 0) throw new RangeError(`unknown symbol ${symbol}`);
    for (const follow of follows.values()) follow.forget(symbol);
    speaking[index] = 'simulated';
  }

  const live: LiveMarkets = {
    configured: new Map([...providerOf].map(([symbol, { name }]) => [symbol, name])),
    adopt(symbol, source, last) {
      const follow = source === 'simulated' ? undefined : follows.get(source);
      if (!follow) throw new RangeError(`${source} is not configured`);
      release(symbol);
      follow.follow(symbol, last);
      speaking[symbols.indexOf(symbol)] = source;
    },
    release,
    reachMs: (symbol, interval) => configuredProvider(symbol).reachMs[interval],
    tradesWithin: (symbol, interval, startMs) =>
      tradesWithin(startMs, interval, (timeMs) => configuredProvider(symbol).isOpen(symbol, timeMs)),
    history: (symbol, interval, fromMs) =>
      configuredProvider(symbol).candles(symbol, interval, fromMs, clock.now().getTime()),
    idle: async () => {
      for (const follow of follows.values()) await follow.idle();
    },
  };

  return {
    live,
    prepare: () => simulated.prepare(),
    sources: () => [...speaking],
    quotes(timeMs) {
      for (const follow of follows.values()) follow.askIfDue(timeMs);
      return simulated
        .quotes(timeMs)
        .map((quote, index) => followOf(index)?.quote(quote.symbol, timeMs) ?? quote);
    },
    minuteSoFar: (timeMs) =>
      simulated.minuteSoFar(timeMs).map((bar, index) => {
        const follow = followOf(index);
        // Every index of the simulated market is one of the catalogue.
        return follow ? follow.minuteSoFar(symbols[index]!, timeMs) : bar;
      }),
    historyFromMs: simulated.historyFromMs,
    async candles(interval, fromMs, toMs) {
      const series = await simulated.candles(interval, fromMs, toMs);
      return series.flatMap((entry) => {
        const index = symbols.indexOf(entry.symbol);
        const follow = followOf(index);
        if (!follow) return [entry];
        if (interval !== '1m') return [];
        const source = speaking[index] ?? entry.source;
        return [{ symbol: entry.symbol, source, candles: follow.minutes(entry.symbol, fromMs, toMs) }];
      });
    },
  };
}
