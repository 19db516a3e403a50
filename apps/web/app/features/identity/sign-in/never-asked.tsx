import { clsx } from 'clsx';
import { BRAND_NAME } from '../../../lib/page/page-title.ts';

const NEVER = clsx(
  '[&_h2]:pb-3 [&_h2]:border-b [&_h2]:border-b-control [&_h2]:text-[20px]/7 [&_h2]:font-semibold',
  '[&_h2]:tracking-[-0.008em] [&_li]:flex [&_li]:items-center [&_li]:min-h-(--row) [&_li]:border-b',
  '[&_li]:border-b-border [&_li:last-child]:border-b-4 [&_li:last-child]:[border-bottom-style:double]',
  '[&_li:last-child]:border-b-lineal [&_p]:mt-3 [&_p]:text-[14px]/5 [&_p]:text-muted',
);

const NEVER_ASKED = [
  'Bankverbindung oder Kartendaten',
  'Wiederherstellungswörter eines Wallets',
  'Überweisungen mit echtem Geld',
];

/** Beside every form that asks for a password: what a forged copy of it would ask for and we never do. */
export function NeverAsked() {
  return (
    <aside className={NEVER}>
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
