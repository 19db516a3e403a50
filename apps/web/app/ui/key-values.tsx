import { Fragment, type ReactNode } from 'react';
import classes from './key-values.module.css';

export interface KeyValue {
  label: string;
  value: ReactNode;
}

/** Facts that are not amounts: who, when, which. */
export function KeyValues({ facts }: { facts: readonly KeyValue[] }) {
  return (
    <dl className={classes.list}>
      {facts.map((fact) => (
        <Fragment key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
