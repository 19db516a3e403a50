import { pageMeta } from '../../lib/page/page-meta.ts';
import { BRAND_NAME } from '../../lib/page/page-title.ts';
import { urls } from '../../lib/url/urls.ts';
import { LandingPage } from './landing/landing-page.tsx';

export const meta = () =>
  pageMeta({
    title: 'Handelsbots mit Spielgeld testen',
    description: `${BRAND_NAME}: Handelsbots mit Spielgeld ausprobieren. Jede Zahl lässt sich bis zur Buchung öffnen. Kein echtes Geld.`,
    path: urls.home,
  });

export default function Landing() {
  return <LandingPage />;
}
