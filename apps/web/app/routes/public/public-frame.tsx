import type { ReactNode } from 'react';
import { MARKET_PAGES } from '../../features/markets/market-pages.ts';
import { later } from '../../lib/page/later.ts';
import { urls } from '../../lib/url/urls.ts';
import { type FooterGroup, SiteFooter } from '../../ui/frame/site-footer.tsx';
import { type SiteEntry, SiteHeader } from '../../ui/frame/site-header.tsx';
import { LazySection } from '../../ui/state/lazy-section.tsx';
import { ShownAccount, useAccount } from './account/use-account.ts';

/** The margin rule reaches from the header to the foot of the window, however short the page is. */
const PAGE = 'flex flex-col min-h-[calc(100dvh_-_var(--play-bar-height))]';

const loadAccount = later(() => import('./account/account-menu.tsx'));
const NO_ACCOUNT = 'Konto neu laden';

// Only pages that exist: a page gets its entry here with the commit that adds it.
const HEADER: readonly SiteEntry[] = [
  { to: urls.home, label: 'Start' },
  { to: urls.about, label: 'Über uns' },
  { label: 'Märkte', links: MARKET_PAGES.map(({ slug, label }) => ({ to: urls.market(slug), label })) },
  { to: urls.aiTrading, label: 'KI-Trading' },
  { to: urls.help, label: 'Hilfe/FAQ' },
];

const FOOTER: readonly FooterGroup[] = [
  {
    label: 'Produkt',
    links: [
      { to: urls.aiTrading, label: 'KI-Trading' },
      { to: urls.markets, label: 'Märkte' },
      { to: urls.trackRecord, label: 'Nachweis' },
      { to: urls.about, label: 'Über uns' },
    ],
  },
  {
    label: 'Hilfe',
    links: [
      { to: urls.help, label: 'Hilfe/FAQ' },
      { to: urls.login, label: 'Login', for: 'visitor' },
      { to: urls.signup, label: 'Kostenlos starten', for: 'visitor' },
      { to: urls.dashboard, label: 'Zum Dashboard', for: 'customer' },
    ],
  },
  {
    label: 'Rechtliches',
    links: [
      { to: urls.imprint, label: 'Impressum' },
      { to: urls.privacy, label: 'Datenschutz' },
      { to: urls.risk, label: 'Risikohinweis' },
    ],
  },
  {
    label: 'Offenlegung',
    links: [
      { to: urls.accessibility, label: 'Barrierefreiheit' },
      { to: urls.licences, label: 'Lizenzen' },
      { to: urls.apiReference, label: 'API', outside: true },
    ],
  },
];

/** What every public page stands in. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const [account, forgetAccount] = useAccount();
  return (
    <div className={PAGE}>
      <SiteHeader
        entries={HEADER}
        account={
          account && {
            menu: (
              <LazySection load={loadAccount} short={NO_ACCOUNT}>
                {({ AccountMenu }) => <AccountMenu account={account} onSignedOut={forgetAccount} />}
              </LazySection>
            ),
            panel: (
              <LazySection load={loadAccount} short={NO_ACCOUNT}>
                {({ AccountPanel }) => <AccountPanel account={account} onSignedOut={forgetAccount} />}
              </LazySection>
            ),
          }
        }
      />
      <main className="flex flex-1 flex-col [&>:last-child]:flex-[1_0_auto]">
        <ShownAccount value={account}>{children}</ShownAccount>
      </main>
      <SiteFooter groups={FOOTER} />
    </div>
  );
}
