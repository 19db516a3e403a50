import { clsx } from 'clsx';
import { Fragment, type ReactNode } from 'react';

const LIST = clsx(
  'grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] text-sm',
  '[&_dt]:py-[9px] [&_dt]:border-b [&_dt]:border-b-border [&_dt]:pr-3 [&_dt]:text-muted',
  '[&_dd]:py-[9px] [&_dd]:border-b [&_dd]:border-b-border [&_dd]:text-right [&_dd]:font-550',
  "[&_dd]:[font-feature-settings:'calt'_0] [&_dd]:wrap-anywhere",
  '[&>:nth-last-child(-n+2)]:border-b-0',
);

export interface KeyValue {
  label: string;
  value: ReactNode;
}

/** Facts that are not amounts: who, when, which. */
export function KeyValues({ facts }: { facts: readonly KeyValue[] }) {
  return (
    <dl className={LIST}>
      {facts.map((fact) => (
        <Fragment key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
