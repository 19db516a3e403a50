import { NBSP } from '../../../lib/format/numbers.ts';
import { AccountSheet } from '../../../ui/sheet/account-sheet.tsx';
import { VoucherNumber } from '../../../ui/sheet/voucher-number.tsx';
import { StartLink } from '../start-link.tsx';
import classes from './landing.module.css';

const STEPS = [
  {
    title: 'Konto eröffnen',
    text: 'E-Mail-Adresse und Passwort genügen. Wir fragen weder nach Ihrem Ausweis noch nach einer Bankverbindung.',
    label: 'Verfügbar',
    balance: '0,00',
  },
  {
    title: 'Spielgeld einzahlen',
    text: 'Sie beantragen einen Betrag. Sobald er bestätigt ist, steht er auf Ihrem Konto.',
    label: 'Verfügbar',
    balance: '1.000,00',
  },
  {
    title: 'Bot starten',
    text: 'Sie sehen vorher, wann der Bot verliert und was danach auf dem Konto steht. Beenden können Sie jederzeit.',
    label: 'Verfügbar, 250,00 im SmartBot',
    balance: '750,00',
  },
] as const;

/** The sheet follows the three steps above: arithmetic, not a measured result. */
const EXAMPLE = [
  { label: 'Eröffnung', note: 'Ihr Konto beginnt leer', moved: '0,00', balance: '0,00' },
  { label: 'Einzahlung', note: 'Spielgeld, bestätigt', moved: '+1.000,00', balance: '1.000,00' },
  { label: 'SmartBot gestartet', note: 'Einsatz ohne Gebühr', moved: '−250,00', balance: '750,00' },
];

export function ThreeSteps() {
  return (
    <>
      <ol className={classes.steps}>
        {STEPS.map((step, index) => (
          <li key={step.title}>
            <h3 className={classes.stepTitle}>
              <VoucherNumber number={index + 1} />
              {step.title}
            </h3>
            <p>{step.text}</p>
            <div className={classes.stepBalance}>
              <span className="muted">{step.label}</span>
              <span className={index === STEPS.length - 1 ? classes.double : undefined}>
                <span className="num">{step.balance}</span>
                <span className="unit">{`${NBSP}USDT`}</span>
              </span>
            </div>
          </li>
        ))}
      </ol>
      <AccountSheet
        title="Musterkonto"
        note="Ein Beispiel, keine Rendite: links die Buchung, rechts der Saldo danach"
        entries={EXAMPLE}
        withMoved
        emptyRows={2}
        emptyHint="Der Strich sperrt die leeren Zeilen: Nachträglich lässt sich hier nichts eintragen."
        closing={{ label: 'Verfügbar', balance: '750,00' }}
      />
      <div className={classes.afterSheet}>
        <StartLink />
      </div>
    </>
  );
}
