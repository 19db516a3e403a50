import { BRAND_NAME } from '../../../lib/page/page-title.ts';
import classes from './landing.module.css';

export function RiskNotice() {
  return (
    <div className={classes.risk} id="risikohinweis">
      <h2>Risikohinweis</h2>
      <p>
        {`${BRAND_NAME} ist keine Anlageberatung und kein Angebot zum Handel mit echtem Geld. Handel ist mit Verlustrisiken verbunden, bis hin zum vollständigen Verlust des eingesetzten Betrags. Frühere Ergebnisse sagen nichts über künftige Ergebnisse aus.`}
      </p>
    </div>
  );
}
