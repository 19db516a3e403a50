import { sourceWord } from '@botdepot/contract/market-words';
import { clsx } from 'clsx';
import { useRef } from 'react';
import { priceSourcesText } from '../../lib/format/price-sources.ts';
import { useNearScreen } from '../../lib/page/use-hydrated.ts';
import { Percent } from '../../ui/sheet/percent.tsx';
import { SheetSection } from '../../ui/sheet/sheet-section.tsx';
import { Price, Since, useSeconds } from './price-age.tsx';
import { useMarketRows } from './use-market-rows.ts';

const STRIP = clsx(
  'grid grid-cols-4 m-0 p-0 list-none bg-surface border border-border rounded-box overflow-hidden',
  '[&_li]:min-w-0 [&_li]:px-6 [&_li]:pt-5 [&_li]:pb-4',
  '[&_li+li]:border-l [&_li+li]:border-l-border',
  'max-[1080px]:grid-cols-2 max-[1080px]:[&_li:nth-child(odd)]:border-l-0',
  'max-[1080px]:[&_li:nth-child(n+3)]:border-t max-[1080px]:[&_li:nth-child(n+3)]:border-t-border',
  'max-md:[&_li]:px-3 max-md:[&_li]:pt-4 max-md:[&_li]:pb-3',
);
const HEAD = clsx(
  'flex items-baseline justify-between gap-2 min-h-6 font-semibold',
  'max-md:flex-wrap max-md:min-h-12 max-md:gap-x-2 max-md:gap-y-0',
);
/** A closed market says since when; the second line is kept for it. */
const FOOT = clsx(
  'flex items-baseline justify-between gap-2 min-h-10 mt-0.5 text-sm text-muted',
  '[&_span+span]:text-right',
);

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
      <ul ref={strip} className={STRIP}>
        {rows.map((row) => (
          <li key={row.symbol}>
            <div className={HEAD}>
              <span>{row.symbol}</span>
              {row.change24h !== null && <Percent fraction={row.change24h} tone="delta" />}
            </div>
            <div className="h-8 mt-3 [&_span]:text-[24px]/8 [&_span]:tracking-[-0.01em]">
              <Price row={row} />
            </div>
            <div className={FOOT}>
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
