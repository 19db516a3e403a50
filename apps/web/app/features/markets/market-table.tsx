import { MARKET_SYMBOLS } from '@botdepot/contract/catalogue';
import { marketWords, sourceWord } from '@botdepot/contract/market-words';
import { useMediaQuery } from '@mantine/hooks';
import { clsx } from 'clsx';
import { Fragment, useId, useState } from 'react';
import { later } from '../../lib/page/later.ts';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { IconChevronDown } from '../../ui/icon/icons.ts';
import { Percent } from '../../ui/sheet/percent.tsx';
import { LazySection } from '../../ui/state/lazy-section.tsx';
import { Price, Since, useSeconds } from './price-age.tsx';
import type { MarketRow } from './use-market-rows.ts';

/** As `max-[1080px]` below: only the market and its price have a column. */
const NARROW_QUERY = '(max-width: 1079.98px)';

/** Nothing moves when the prices come: neither the columns nor the rows take their size from them. */
const TABLE = clsx(
  'w-full table-fixed overflow-hidden bg-surface border border-border rounded-box border-separate',
  'border-spacing-0',
);
const ROW = 'h-16.5 first:*:border-t-0';
const HEAD = 'py-3 px-4 border-b border-b-control text-sm font-normal text-muted';
const CELL = 'py-2 px-4 border-t border-t-border';

const MARKET = 'pl-6 text-left max-[1080px]:pl-4';
const WIDE = 'max-[1080px]:hidden';
const PRICE = 'pr-6 border-l-4 [border-left-style:double] border-l-lineal text-right max-[1080px]:pr-4';

const SYMBOL = 'flex items-center justify-between gap-3 w-full min-h-11 text-left cursor-pointer';
/** As high as „geschlossen seit 20.11., 23:00 · simuliert“ where a market closes, whatever the clock says. */
const STATE = clsx(
  'hidden min-h-4 text-xs text-muted tabular-nums max-[1080px]:block',
  'data-closes:min-h-8 max-[380px]:data-closes:min-h-12',
);

const loadPanel = later(() => import('./candle-panel.tsx'));

/** Whether the market has hours: then there may be more to say about its price. */
const closes = (symbol: string) =>
  MARKET_SYMBOLS.find((entry) => entry.symbol === symbol)?.marketType !== 'crypto' || undefined;

/** Every market with its price, and its candles on demand, one at a time. */
export function MarketTable({ rows }: { rows: readonly MarketRow[] }) {
  const [opened, setOpened] = useState<string | null>(null);
  const now = useSeconds();
  const id = useId();
  // Hidden cells make no columns, but a cell across them would, and divide the width anew.
  const columns = useMediaQuery(NARROW_QUERY) ? 2 : 6;
  return (
    <table className={TABLE}>
      <caption className="vh">Kurse mit Änderung über 24 Stunden, Stand und Quelle</caption>
      <thead>
        <tr>
          <th scope="col" className={clsx(HEAD, MARKET)}>
            Markt
          </th>
          <th scope="col" className={clsx(HEAD, WIDE, 'w-[9rem] text-left')}>
            Verlauf 24 h
          </th>
          <th scope="col" className={clsx(HEAD, WIDE, 'w-[7rem] text-right')}>
            24 h
          </th>
          <th scope="col" className={clsx(HEAD, WIDE, 'w-[9rem] text-left')}>
            Stand
          </th>
          <th scope="col" className={clsx(HEAD, WIDE, 'w-[8rem] text-left')}>
            Quelle
          </th>
          <th scope="col" className={clsx(HEAD, PRICE, 'w-[11rem] max-[1080px]:w-[9rem]')}>
            Kurs
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { name, unit } = marketWords(row.symbol);
          const isOpen = opened === row.symbol;
          const panelId = `${id}-${row.symbol}`;
          return (
            <Fragment key={row.symbol}>
              <tr className={ROW}>
                <th scope="row" className={clsx(CELL, MARKET, 'font-normal')}>
                  <button
                    type="button"
                    className={SYMBOL}
                    aria-expanded={isOpen}
                    aria-controls={panelId}
                    onClick={() => setOpened(isOpen ? null : row.symbol)}
                  >
                    <span>
                      <b className="block font-semibold">{row.symbol}</b>
                      <span className="block text-sm text-muted">{name}</span>
                      <span className={STATE} data-closes={closes(row.symbol)}>
                        <Since row={row} now={now} />
                        {row.source && ` · ${sourceWord(row.source)}`}
                      </span>
                    </span>
                    <Icon
                      as={IconChevronDown}
                      size={16}
                      className={clsx('flex-none text-muted', isOpen && 'rotate-180')}
                    />
                  </button>
                </th>
                <td className={clsx(CELL, WIDE)}>
                  {row.closes.length > 1 && (
                    <Sparkline
                      values={row.closes}
                      baseline={row.closes[0]}
                      height={36}
                      label={`${row.symbol}, Verlauf der letzten 24 Stunden`}
                    />
                  )}
                </td>
                <td className={clsx(CELL, WIDE, 'text-right')}>
                  {row.change24h !== null && <Percent fraction={row.change24h} tone="delta" />}
                </td>
                <td className={clsx(CELL, WIDE, 'text-sm text-muted tabular-nums')}>
                  <Since row={row} now={now} />
                </td>
                <td className={clsx(CELL, WIDE, 'text-sm text-muted')}>
                  {row.source && sourceWord(row.source)}
                </td>
                <td className={clsx(CELL, PRICE)}>
                  <Price row={row} />
                  <span className={clsx('block text-xs text-muted', WIDE)}>{unit}</span>
                  <span className="hidden h-5 text-sm text-muted max-[1080px]:block">
                    {row.change24h !== null && <Percent fraction={row.change24h} tone="delta" />}
                  </span>
                </td>
              </tr>
              <tr hidden={!isOpen} id={panelId}>
                <td className="p-0 border-t border-t-border" colSpan={columns}>
                  {isOpen && (
                    <LazySection load={loadPanel} waiting={<div className="h-107" />}>
                      {({ CandlePanel }) => (
                        <CandlePanel
                          symbol={row.symbol}
                          decimals={row.decimals}
                          price={row.price}
                          unit={unit}
                        />
                      )}
                    </LazySection>
                  )}
                </td>
              </tr>
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}
