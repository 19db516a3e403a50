import '../../ui/utilities/landing.css';
import { FarewellNotice } from '../../features/identity/sign-in/farewell-notice.tsx';
import { MarketStrip } from '../../features/markets/market-strip.tsx';
import { BRAND_NAME } from '../../lib/page/brand.ts';
import { pageMeta } from '../../lib/page/page-meta.ts';
import { urls } from '../../lib/url/urls.ts';
import { SheetSection } from '../../ui/sheet/sheet-section.tsx';
import { Evidence } from './landing/evidence.tsx';
import { Hero } from './landing/hero.tsx';
import { PromiseAndMeasure } from './landing/promise-and-measure.tsx';
import { RiskNotice } from './landing/risk-notice.tsx';
import { ThreeSteps } from './landing/three-steps.tsx';

export const meta = () =>
  pageMeta({
    title: 'Handelsbots mit Spielgeld testen',
    description: `${BRAND_NAME}: Handelsbots mit Spielgeld ausprobieren. Jede Zahl lässt sich bis zur Buchung öffnen. Kein echtes Geld.`,
    path: urls.home,
  });

export default function Landing() {
  return (
    <>
      <FarewellNotice />
      <Hero />
      <MarketStrip />
      <PromiseAndMeasure />
      <SheetSection
        label="Nachweise"
        source="Aussage links, Prüfung rechts"
        title="Was wir tun und wo Sie es prüfen"
      >
        <Evidence />
      </SheetSection>
      <SheetSection
        label="So fängt es an"
        source={'Beispiel mit 1.000,00\u00a0USDT'}
        title="In drei Schritten zum eigenen Kontoblatt"
      >
        <ThreeSteps />
      </SheetSection>
      <SheetSection label="Bitte lesen">
        <RiskNotice />
      </SheetSection>
    </>
  );
}
