import { sourceWord } from '@botdepot/contract/market-words';
import { useRef } from 'react';
import { priceSourcesText } from '../../lib/price-sources.ts';
import { useNearScreen } from '../../lib/use-near-screen.ts';
import { Percent } from '../../ui/percent.tsx';
import { SheetSection } from '../../ui/sheet-section.tsx';
import classes from './market-strip.module.css';
import { Price, Since, useSeconds } from './price-age.tsx';
import { useMarketRows } from './use-market-rows.ts';

/** One of each kind, as the specification names them. */
const SHOWN = ['BTC/USD', 'EUR/USD', 'GOLD', 'SPX500'];

/** The landing page's prices of now. Places of the final size until they come, never figures in the page itself. */
export function MarketStrip() {
  const strip = useRef<HTMLUListElement>(null);
  const { rows, failed } = useMarketRows(SHOWN, useNearScreen(strip));
  const now = useSeconds();
  const sources = rows.flatMap(({ source }) => (source === null ? [] : [source]));
  return (
    <SheetSection
      label="Märkte"
      source={sources.length === 0 ? '\u00a0' : priceSourcesText(sources)}
      title="Kurse von heute"
      lead={
        failed
          ? 'Die Kurse sind gerade nicht abrufbar. Die Seite versucht es weiter.'
          : 'Zu diesen Kursen handeln die Bots. Die Änderung gilt für 24 Stunden.'
      }
    >
      <ul ref={strip} className={classes.strip}>
        {rows.map((row) => (
          <li key={row.symbol}>
            <div className={classes.head}>
              <span>{row.symbol}</span>
              {row.change24h !== null && <Percent fraction={row.change24h} tone="delta" />}
            </div>
            <div className={classes.price}>
              <Price row={row} />
            </div>
            <div className={classes.foot}>
              <span>{row.source === null ? '\u00a0' : sourceWord(row.source)}</span>
              <span className="tnum">
                <Since row={row} now={now} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </SheetSection>
  );
}
