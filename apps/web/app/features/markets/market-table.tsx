import { MARKET_SYMBOLS } from '@botdepot/contract/catalogue';
import { marketWords, sourceWord } from '@botdepot/contract/market-words';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { Fragment, useId, useState } from 'react';
import { later } from '../../lib/page/later.ts';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { Percent } from '../../ui/sheet/percent.tsx';
import { LazySection } from '../../ui/state/lazy-section.tsx';
import classes from './market-table.module.css';
import { Price, Since, useSeconds } from './price-age.tsx';
import type { MarketRow } from './use-market-rows.ts';

/** As in `market-table.module.css`: only the market and its price have a column. */
const NARROW_QUERY = '(max-width: 1079.98px)';

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
    <table className={classes.table}>
      <caption className="vh">Kurse mit Änderung über 24 Stunden, Stand und Quelle</caption>
      <thead>
        <tr>
          <th scope="col">Markt</th>
          <th scope="col" className={`${classes.spark} ${classes.wide}`}>
            Verlauf 24 h
          </th>
          <th scope="col" className={`${classes.right} ${classes.wide}`}>
            24 h
          </th>
          <th scope="col" className={`${classes.since} ${classes.wide}`}>
            Stand
          </th>
          <th scope="col" className={classes.wide}>
            Quelle
          </th>
          <th scope="col" className={classes.price}>
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
              <tr data-state={row.state}>
                <th scope="row">
                  <button
                    type="button"
                    className={classes.symbol}
                    aria-expanded={isOpen}
                    aria-controls={panelId}
                    onClick={() => setOpened(isOpen ? null : row.symbol)}
                  >
                    <span>
                      <b>{row.symbol}</b>
                      <span className={classes.name}>{name}</span>
                      <span
                        className={`tnum ${classes.narrow} ${classes.state}`}
                        data-closes={closes(row.symbol)}
                      >
                        <Since row={row} now={now} />
                        {row.source && ` · ${sourceWord(row.source)}`}
                      </span>
                    </span>
                    <Icon as={IconChevronDown} size={16} />
                  </button>
                </th>
                <td className={`${classes.spark} ${classes.wide}`}>
                  {row.closes.length > 1 && (
                    <Sparkline
                      values={row.closes}
                      baseline={row.closes[0]}
                      height={36}
                      label={`${row.symbol}, Verlauf der letzten 24 Stunden`}
                    />
                  )}
                </td>
                <td className={`${classes.right} ${classes.wide}`}>
                  {row.change24h !== null && <Percent fraction={row.change24h} tone="delta" />}
                </td>
                <td className={`tnum ${classes.wide} ${classes.since}`}>
                  <Since row={row} now={now} />
                </td>
                <td className={`muted small ${classes.wide}`}>{row.source && sourceWord(row.source)}</td>
                <td className={classes.price}>
                  <Price row={row} />
                  <span className={classes.unit}>{unit}</span>
                  <span className={classes.narrow}>
                    {row.change24h !== null && <Percent fraction={row.change24h} tone="delta" />}
                  </span>
                </td>
              </tr>
              <tr hidden={!isOpen} id={panelId} className={classes.panelRow}>
                <td colSpan={columns}>
                  {isOpen && (
                    <LazySection load={loadPanel} waiting={<div className={classes.panelWait} />}>
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
