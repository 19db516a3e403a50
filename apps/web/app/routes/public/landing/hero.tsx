import { urls } from '../../../lib/url/urls.ts';
import { ButtonLink } from '../../../ui/form/button.tsx';
import { AccountSheet } from '../../../ui/sheet/account-sheet.tsx';
import { SheetSection } from '../../../ui/sheet/sheet-section.tsx';
import { useShownAccount } from '../account/use-account.ts';
import { StartLink } from '../start-link.tsx';
import classes from './landing.module.css';

/** The sheet follows the three steps below: arithmetic, not a measured result. */
const EXAMPLE = [
  { label: 'Eröffnung', note: 'Ihr Konto beginnt leer', moved: '0,00', balance: '0,00' },
  {
    label: 'Einzahlung',
    note: 'Spielgeld, von einem Mitarbeiter bestätigt',
    moved: '+1.000,00',
    balance: '1.000,00',
  },
  { label: 'SmartBot gestartet', note: 'Einsatz ohne Gebühr', moved: '−250,00', balance: '750,00' },
];

export function Hero() {
  const account = useShownAccount();
  return (
    <SheetSection
      kind="page"
      margin={
        <div className={classes.heroMargin}>
          <b>Beispiel</b>
          <p>Eröffnung und zwei Buchungen, Beträge in USDT</p>
        </div>
      }
    >
      <div className={classes.hero}>
        <h1 className={classes.heroTitle}>
          Handelsbots mit Spielgeld testen. Jede&nbsp;Zahl hat einen Beleg.
        </h1>
        <div className={classes.heroFoot}>
          <p className={classes.heroLead}>
            Öffnen Sie einen Kontostand oder eine Rendite: Dahinter stehen die einzelnen Buchungen, auch die
            mit Verlust.
          </p>
          <div className={classes.actions}>
            <StartLink />
            <ButtonLink to={account ? urls.bots : urls.login} look="bare" size="lg">
              {account ? 'KI-Bots' : 'Login'}
            </ButtonLink>
          </div>
        </div>
      </div>
      <AccountSheet
        title="Musterkonto"
        note="Ein Beispiel, keine Rendite: links die Buchung, rechts der Saldo danach"
        entries={EXAMPLE}
        withMoved
        emptyRows={2}
        emptyHint="Der Strich sperrt die leeren Zeilen: Nachträglich lässt sich hier nichts eintragen."
        closing={{ label: 'Verfügbar', balance: '750,00' }}
      />
    </SheetSection>
  );
}
