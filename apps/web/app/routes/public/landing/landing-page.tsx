import '../../../ui/utilities/landing.css';
import { FarewellNotice } from '../../../features/identity/sign-in/farewell-notice.tsx';
import { MarketStrip } from '../../../features/markets/market-strip.tsx';
import { SheetSection } from '../../../ui/sheet/sheet-section.tsx';
import { Audience } from './audience.tsx';
import { Evidence } from './evidence.tsx';
import { Hero } from './hero.tsx';
import { PromiseAndMeasure } from './promise-and-measure.tsx';
import { RiskNotice } from './risk-notice.tsx';
import { ThreeSteps } from './three-steps.tsx';

/** Without anything of the router, which this page does without (decision 0064). */
export function LandingPage() {
  return (
    <>
      <FarewellNotice />
      <Hero />
      <MarketStrip />
      <PromiseAndMeasure />
      <SheetSection label="Für wen" title="Für wen das ist, und für wen nicht">
        <Audience />
      </SheetSection>
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
