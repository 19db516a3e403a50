import type { ReactNode } from 'react';
import { SheetSection } from '../../../ui/sheet-section.tsx';
import classes from './legal-page.module.css';

interface LegalPageProps {
  title: string;
  lead?: ReactNode;
  /** As of when the text holds, in the margin. */
  asOf: string;
  children: ReactNode;
}

/** A page of running text with headings. */
export function LegalPage({ title, lead, asOf, children }: LegalPageProps) {
  return (
    <SheetSection kind="page" label="Stand" source={asOf} title={title} lead={lead}>
      <div className={classes.text}>{children}</div>
    </SheetSection>
  );
}

/** A fact of the operator, or the plain statement that it is missing. */
export function Stated({ children }: { children: string | null }) {
  if (children === null) return <span className={classes.missing}>Angabe fehlt</span>;
  return children.split('|').map((line) => (
    <span key={line} className={classes.line}>
      {line.trim()}
    </span>
  ));
}
