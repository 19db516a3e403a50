import classes from './landing.module.css';

interface Claim {
  claim: string;
  explanation: string;
  where: string;
  how: string;
}

const CLAIMS: readonly Claim[] = [
  {
    claim: 'Nur Spielgeld',
    explanation:
      'Es gibt keinen Modus mit echtem Geld. Unsere Einzahlungsadressen beginnen mit „demo“ und werden von keinem Netz angenommen.',
    where: 'Bei jeder Einzahlung',
    how: 'Sie sehen die Adresse, bevor etwas gebucht wird.',
  },
  {
    claim: 'Nachvollziehbare Buchungen',
    explanation:
      'Jede Bewegung hat eine Gegenbuchung. Buchungen werden ergänzt, nie geändert oder gelöscht. Korrekturen stehen als eigene Zeile mit Grund im Konto.',
    where: 'Im Wallet',
    how: 'Jede Zeile öffnet ihre Einträge, und die Summe ist null.',
  },
  {
    claim: 'Handel mit allen Kosten',
    explanation:
      'Die Bots handeln nach festen Regeln zu den angezeigten Kursen. Gebühren, Spanne und Slippage sind in jeder Ausführung enthalten.',
    where: 'In jeder Anlage',
    how: 'Ausführungen mit Kurs, Menge und Kosten.',
  },
  {
    claim: 'Keine Drittanbieter, kein Tracking',
    explanation:
      'Schriften, Grafiken und Programm kommen von unserem eigenen Server. Deshalb sehen Sie hier kein Cookie-Banner.',
    where: 'In Ihrem Browser',
    how: 'Die Netzwerkanalyse zeigt nur diese eine Adresse.',
  },
];

/** Claim, explanation, and the place where anyone can check it. */
export function Evidence() {
  return (
    <dl className={classes.evidence}>
      {CLAIMS.map(({ claim, explanation, where, how }) => (
        <div key={claim}>
          <dt>{claim}</dt>
          <dd>{explanation}</dd>
          <dd className={classes.check}>
            <b>{where}</b>
            {how}
          </dd>
        </div>
      ))}
    </dl>
  );
}
