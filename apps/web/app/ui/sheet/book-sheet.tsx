import type { ReactNode } from 'react';
import classes from './book-sheet.module.css';

interface BookSheetProps {
  children: ReactNode;
}

/** Holds a `BookChart` and a `Ledger` of the class `BOOK_LEDGER` so that both stand on one amount edge. */
export function BookSheet({ children }: BookSheetProps) {
  return <div className={classes.book}>{children}</div>;
}

/** The class for a `Ledger` within a `BookSheet`. */
export const BOOK_LEDGER = 'book-ledger';

/** A heading within the sheet; it interrupts the rule. */
export function BookHeading({ children }: BookSheetProps) {
  return <h2 className={classes.heading}>{children}</h2>;
}

interface BookHeroProps {
  label: string;
  /** The one large amount of the page. */
  amount: ReactNode;
  note?: ReactNode;
  /** The period switch at the right. */
  aside?: ReactNode;
}

export function BookHero({ label, amount, note, aside }: BookHeroProps) {
  return (
    <div className={classes.hero}>
      <div className={classes.lead}>
        <p>{label}</p>
        <div className={classes.big}>{amount}</div>
        {note && <p>{note}</p>}
      </div>
      {aside && <div className={classes.switch}>{aside}</div>}
    </div>
  );
}
