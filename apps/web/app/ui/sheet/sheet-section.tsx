import { type ReactNode, useId } from 'react';
import classes from './sheet-section.module.css';

interface SheetSectionProps {
  /** In the margin: the name of the section. */
  label?: string | undefined;
  /** In the margin, below: source, period, as of. Provenance or steps, never decoration. */
  source?: ReactNode;
  /** Instead of label and source. */
  margin?: ReactNode;
  title?: ReactNode;
  lead?: ReactNode;
  /** The first section of a page carries its h1. */
  kind?: 'page' | 'section' | 'foot' | undefined;
  id?: string | undefined;
  children?: ReactNode;
}

/** A public page is an account sheet: margin column, double rule, content. */
export function SheetSection(props: SheetSectionProps) {
  const { label, source, margin, title, lead, kind = 'section', id, children } = props;
  const headingId = useId();
  const Title = kind === 'page' ? 'h1' : 'h2';
  return (
    <section
      className={classes.section}
      data-kind={kind}
      id={id}
      aria-labelledby={title ? headingId : undefined}
    >
      <div className={classes.margin}>
        {margin ?? (
          <>
            {label && <b>{label}</b>}
            {typeof source === 'string' ? <p>{source}</p> : source}
          </>
        )}
      </div>
      <div className={classes.content}>
        {title && (
          <div className={classes.head}>
            <Title className={classes.title} id={headingId}>
              {title}
            </Title>
            {lead && <p className={classes.lead}>{lead}</p>}
          </div>
        )}
        {children}
      </div>
    </section>
  );
}
