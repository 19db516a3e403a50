import '../../../ui/utilities/landing.css';
import { FarewellNotice } from '../../../features/identity/sign-in/farewell-notice.tsx';
import { MarketStrip } from '../../../features/markets/market-strip.tsx';
import { SheetSection } from '../../../ui/sheet/sheet-section.tsx';
import { Evidence } from './evidence.tsx';
import { Hero } from './hero.tsx';
import classes from './landing.module.css';
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

const GROUPS = [
  {
    title: 'Für Sie, wenn Sie …',
    reasons: [
      'sehen möchten, wie ein Handelsbot arbeitet, ohne Geld zu riskieren.',
      'wissen möchten, woraus ein Ergebnis besteht, auch ein schlechtes.',
      'ein Versprechen wie „5 % am Tag“ prüfen möchten, bevor Sie ihm glauben.',
    ],
  },
  {
    title: 'Nicht für Sie, wenn Sie …',
    reasons: [
      'Geld anlegen oder verdienen möchten. Das geht hier nicht.',
      'eine Beratung oder eine Empfehlung suchen.',
      'eine Vorhersage erwarten. Ein Rücktest zeigt nur, was war.',
    ],
  },
] as const;

/** For whom this is, and for whom it is not. */
export function Audience() {
  return (
    <div className={classes.audience}>
      {GROUPS.map(({ title, reasons }) => (
        <div key={title}>
          <h3>{title}</h3>
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
