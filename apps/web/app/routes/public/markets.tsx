import '../../ui/utilities/evidence.css';
import { MARKET_SYMBOLS } from '@botdepot/contract/catalogue';
import { clsx } from 'clsx';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { clockText, dateText } from '../../features/markets/market-clock.ts';
import { MARKET_PAGES } from '../../features/markets/market-pages.ts';
import { MarketTable } from '../../features/markets/market-table.tsx';
import { type MarketRow, useMarketRows } from '../../features/markets/use-market-rows.ts';
import { priceSourcesText } from '../../lib/format/price-sources.ts';
import { notFoundMeta, pageMeta } from '../../lib/page/page-meta.ts';
import { urls } from '../../lib/url/urls.ts';
import { Button } from '../../ui/form/button.tsx';
import { TabLinks } from '../../ui/form/tabs.tsx';
import { NotFoundMessage } from '../../ui/frame/message-page.tsx';
import { SheetSection } from '../../ui/sheet/sheet-section.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import type { Route } from './+types/markets';

/** The places are kept before the first answer. */
const MARGIN = clsx(
  'grid gap-2 [&_p]:min-h-5 max-[1080px]:flex-1 max-[1080px]:gap-0 max-[1080px]:[&>div]:flex',
  'max-[1080px]:[&>div]:justify-between max-[1080px]:[&>div]:gap-4',
);

const FIRST = MARKET_PAGES[0];

const pageOf = (category: string | undefined) =>
  category === undefined ? FIRST : MARKET_PAGES.find(({ slug }) => slug === category);

export function meta({ params }: Route.MetaArgs) {
  const page = pageOf(params.category);
  if (!page) return notFoundMeta();
  return pageMeta({
    title: `Märkte: ${page.title}`,
    description: `${page.title} mit Kurs, Änderung über 24 Stunden, Stand und Quelle. Zu diesen Kursen handeln die Bots mit Spielgeld.`,
    path: urls.market(page.slug),
  });
}

export default function MarketsRoute() {
  const page = pageOf(useParams().category);
  return page ? <Markets key={page.slug} page={page} /> : <NotFoundMessage />;
}

function Markets({ page }: { page: (typeof MARKET_PAGES)[number] }) {
  const symbols = useMemo(
    () => MARKET_SYMBOLS.filter(({ marketType }) => marketType === page.type).map(({ symbol }) => symbol),
    [page],
  );
  const { rows, failed, retry } = useMarketRows(symbols);
  return (
    <SheetSection
      kind="page"
      margin={<Margin rows={rows} />}
      title={page.title}
      lead="Zwanzig Werte in vier Märkten. Zu diesen Kursen handeln die Bots."
    >
      <TabLinks
        label="Märkte"
        current={page.slug}
        tabs={MARKET_PAGES.map(({ slug, label }) => ({ value: slug, label, to: urls.market(slug) }))}
      />
      <div className="mt-6 [&>*+*]:mt-4">
        {failed && (
          <Notice kind="warning" title="Die Kurse sind gerade nicht abrufbar.">
            <Button look="bare" onClick={retry}>
              Erneut versuchen
            </Button>
          </Notice>
        )}
        <MarketTable rows={rows} />
      </div>
      <p className="max-w-170 mt-4 text-sm text-muted">
        Ein Kurs ohne neue Meldung zeigt nach 10 Sekunden sein Alter. Solange er veraltet ist, handelt kein
        Bot zu diesem Kurs. Außerhalb der Handelszeiten sehen Sie den letzten Kurs.
      </p>
    </SheetSection>
  );
}

/** Where the prices come from and as of when. The places are kept before the first answer. */
function Margin({ rows }: { rows: readonly MarketRow[] }) {
  const sources = rows.flatMap(({ source }) => (source === null ? [] : [source]));
  const newest = Math.max(...rows.map(({ at }) => at ?? Number.NEGATIVE_INFINITY));
  return (
    <div className={MARGIN}>
      <div>
        <b>Quelle</b>
        <p>{sources.length > 0 && priceSourcesText(sources)}</p>
      </div>
      <div>
        <b>Stand</b>
        <p className="tnum">
          {Number.isFinite(newest) && (
            <>
              {dateText(newest)}, <span className="nowrap">{clockText(newest)} Uhr</span>
            </>
          )}
        </p>
      </div>
    </div>
  );
}
