import type { BotMarket } from '@botdepot/contract';
import { clsx } from 'clsx';
import { formatAge, formatDayMonthTime } from '../../../lib/dates.ts';
import { usePrices } from '../../../lib/live.tsx';
import type { LivePrices } from '../../../lib/live-prices.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { priceSourcesText } from '../../../lib/price-sources.ts';

const MARKETS = clsx(
  '[&>li]:flex [&>li]:justify-between [&>li]:gap-3 [&>li]:py-1.5 [&>li]:border-b',
  '[&>li]:border-b-border [&>li]:tabular-nums',
  '[&>li:last-child]:border-b-0 [&>li>span:last-child]:text-right [&>li>span:last-child]:text-muted',
  '[&_small]:block [&_small]:text-[12px]/4 [&_small]:text-muted',
  "[&>li[data-state='stale']>span:last-child]:font-620",
  "[&>li[data-state='stale']>span:last-child]:text-text",
);

interface BotMarketsProps {
  name: string;
  markets: readonly BotMarket[];
  /** ms UTC */
  now: number;
}

/** The markets of a bot: how many have fresh prices at a glance, the age of each on demand. Stale ones are always named. */
export function BotMarkets({ name, markets, now }: BotMarketsProps) {
  const ticks = usePrices();
  const current = markets.map((market) => atTick(market, ticks));
  const sources = [...new Set(markets.map(({ source }) => priceSourcesText([source])))];
  const isMixed = sources.length > 1;
  const stale = current.filter(({ state }) => state === 'stale');
  return (
    <section aria-label={`Kurse des ${name}`}>
      <h3 className="pb-1 text-sm font-bold">Kurse</h3>
      {stale.length > 0 && (
        <p className="pb-1 text-sm font-semibold">
          {`Veraltet, wird nicht gehandelt: ${stale.map(({ symbol }) => symbol).join(', ')}.`}
        </p>
      )}
      {current.length === 0 ? (
        <p className="small muted">Noch keine Märkte.</p>
      ) : (
        <details className="text-sm [&_summary]:min-h-11 [&_summary]:py-3 [&_summary]:cursor-pointer">
          <summary>{summaryOf(current)}</summary>
          {isMixed || <p className="small muted">{`Alle: ${sources.join()}`}</p>}
          <ul className={MARKETS}>
            {current.map((market) => (
              <li key={market.symbol} data-state={market.state}>
                <span>
                  {market.symbol}
                  {isMixed && <small>{priceSourcesText([market.source])}</small>}
                </span>
                <span>{ageOf(market, now)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** The newest tick knows better what is open and stale; when it was made is on this computer's clock. */
function atTick(market: BotMarket, ticks: LivePrices): BotMarket {
  const tick = ticks.bySymbol.get(market.symbol);
  if (!tick) return market;
  const state = !tick.open ? 'closed' : tick.stale ? 'stale' : 'fresh';
  const at = tick.open ? new Date(tick.at).toISOString() : market.at;
  return { ...market, state, at };
}

const WORDS: Record<BotMarket['state'], string> = {
  fresh: 'aktuell',
  stale: 'veraltet',
  closed: 'geschlossen',
};

/** `20 Märkte: 11 aktuell, 9 geschlossen` */
function summaryOf(markets: readonly BotMarket[]): string {
  const counts = (['fresh', 'stale', 'closed'] as const)
    .map((state) => ({ state, count: markets.filter((market) => market.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${formatCount(count)} ${WORDS[state]}`);
  const noun = markets.length === 1 ? 'Markt' : 'Märkte';
  return `${formatCount(markets.length)} ${noun}: ${counts.join(', ')}`;
}

/** Younger prices are simply current; a counter that jumps between 0 and 1 would only be restless. */
const AGE_SHOWN_FROM_MS = 10_000;

function ageOf({ state, at }: BotMarket, now: number): string {
  if (at === null) return 'noch kein Kurs';
  if (state === 'closed') return `geschlossen seit ${formatDayMonthTime(at)}`;
  const age = now - Date.parse(at);
  if (state === 'stale') return `veraltet, ${formatAge(age)}`;
  return age < AGE_SHOWN_FROM_MS ? WORDS.fresh : formatAge(age);
}
