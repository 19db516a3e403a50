import { BRAND_NAME } from '../../lib/brand.ts';
import classes from './identity.module.css';

const NEVER_ASKED = [
  'Bankverbindung oder Kartendaten',
  'Wiederherstellungswörter eines Wallets',
  'Überweisungen mit echtem Geld',
];

/** Beside every form that asks for a password: what a forged copy of it would ask for and we never do. */
export function NeverAsked() {
  return (
    <aside className={classes.never}>
      <h2>Was wir Sie nie fragen</h2>
      <ul>
        {NEVER_ASKED.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>{`Fragt jemand in unserem Namen danach, ist es nicht ${BRAND_NAME}.`}</p>
    </aside>
  );
}
