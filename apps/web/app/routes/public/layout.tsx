import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { urls } from '../../lib/urls.ts';
import { type FooterGroup, SiteFooter } from '../../ui/site-footer.tsx';
import { type SiteEntry, SiteHeader } from '../../ui/site-header.tsx';
import { useAccount } from './account/use-account.ts';
import classes from './layout.module.css';

const AccountMenu = lazy(() => import('./account/account-menu.tsx'));

// Only pages that exist: a page gets its entry here with the commit that adds it.
const HEADER: readonly SiteEntry[] = [{ to: urls.home, label: 'Start' }];

const FOOTER: readonly FooterGroup[] = [
  { label: 'Produkt', links: [{ to: urls.home, label: 'Start' }] },
  {
    label: 'Konto',
    links: [
      { to: urls.login, label: 'Login' },
      { to: urls.signup, label: 'Kostenlos starten' },
    ],
  },
];

export default function PublicLayout() {
  const [account, forgetAccount] = useAccount();
  return (
    <div className={classes.page}>
      <SiteHeader
        entries={HEADER}
        account={
          account && (
            <Suspense>
              <AccountMenu account={account} onSignedOut={forgetAccount} />
            </Suspense>
          )
        }
      />
      <main className={classes.main}>
        <Outlet />
      </main>
      <SiteFooter groups={FOOTER} />
    </div>
  );
}
