import classes from './landing.module.css';

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
