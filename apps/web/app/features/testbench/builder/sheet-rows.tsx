import type { Rule, RuleProblem } from '@botdepot/trading/browser';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { capitalised } from '../../../lib/format/capitalised.ts';
import { formatCount, NO_FIGURE } from '../../../lib/format/numbers.ts';
import { FieldProblem } from '../../../ui/form/field.tsx';
import { VoucherNumber } from '../../../ui/sheet/voucher-number.tsx';
import type { Preview } from '../preview/preview.ts';
import type { PreviewOrder } from '../preview/preview-messages.ts';

export interface SheetProps {
  rule: Rule;
  problems: readonly RuleProblem[];
  /** Of this rule; null while it is not complete or not worked out yet. */
  preview: Preview | null;
  order: PreviewOrder | null;
  /** Of the file that it is tested on, where it is one: its market stands for that. */
  fileName: string | null;
  /** What is open for changes: path and key as text. One at a time. */
  open: string | null;
  onOpen: (what: string | null) => void;
  onChange: (rule: Rule) => void;
}

/** Number, words, and what they did behind the rule of the amount line. */
const GRID = 'grid grid-cols-[2rem_minmax(0,1fr)_5rem] max-md:grid-cols-[1.75rem_minmax(0,1fr)_4rem]';
const ROW = clsx(GRID, 'min-h-11 [&+&>*]:border-t [&+&>:first-child]:border-transparent *:border-border');
/** What is open goes over the columns of the number and of the counts: between them there may be room for few words. */
const WORDS = clsx(
  'min-w-0 py-1.5 pr-3 max-md:pr-2',
  '[&>section]:relative [&>section]:-ml-8 [&>section]:-mr-23 max-md:[&>section]:-ml-7 max-md:[&>section]:-mr-18',
);
const COUNT = 'py-2.5 pl-3 max-md:pl-2 border-l border-l-lineal text-right font-620 tabular-nums';

interface RowProps {
  /** Null for a line that counts nothing. */
  count: string | null;
  number?: number | null;
  /** Of inner groups. */
  depth?: number;
  note?: string | null;
  children: ReactNode;
}

export function Row({ count, number = null, depth = 0, note, children }: RowProps) {
  return (
    <div className={ROW} data-rule-row>
      <div className="pt-2.5">{number !== null && <VoucherNumber number={number} />}</div>
      <div className={WORDS} style={{ paddingLeft: `${depth * 1.25}rem` }}>
        {children}
        {note && <p className="text-xs text-muted">{note}</p>}
      </div>
      <div className={COUNT}>{count}</div>
    </div>
  );
}

interface SheetHeadProps {
  number?: number | null;
  /** What stands on the edge below. */
  count: string;
  children: ReactNode;
}

export function SheetHead({ number = null, count, children }: SheetHeadProps) {
  return (
    <div className={clsx(GRID, 'items-end border-b border-lineal pt-4')}>
      <div className="self-start pt-1">{number !== null && <VoucherNumber number={number} />}</div>
      <h3 className="min-w-0 pb-2 pr-3 text-md font-bold leading-8">{children}</h3>
      <div className="pb-2.5 pl-3 max-md:pl-2 border-l border-l-lineal text-right text-xs text-muted">
        {count}
      </div>
    </div>
  );
}

/** The sum, under one rule and over a double one. */
export function Closing({
  label,
  value,
  note,
}: {
  label: string;
  value: number | null;
  note?: string | null;
}) {
  return (
    <div className={clsx(GRID, 'border-t border-lineal')}>
      <div />
      <div className="min-w-0 py-2.5 pr-3">
        <strong className="font-bold">{label}</strong>
        {note && <p className="text-xs text-muted">{note}</p>}
      </div>
      <div className="pt-2.5 pl-3 max-md:pl-2 border-l border-l-lineal text-right">
        <strong className="inline-block min-w-12 pb-0.5 [border-bottom:3px_double_var(--text)] font-bold tabular-nums">
          {value === null ? NO_FIGURE : formatCount(value)}
        </strong>
      </div>
    </div>
  );
}

/** What is wrong, as sentences; each once. */
export function Problems({ problems }: { problems: readonly RuleProblem[] }) {
  return [...new Set(problems.map(({ text }) => text))].map((text) => (
    <FieldProblem key={text}>{sentenceOf(text)}</FieldProblem>
  ));
}

const sentenceOf = (text: string): string => `${capitalised(text)}${text.endsWith('.') ? '' : '.'}`;

const EDITOR = clsx('my-2 p-4 border border-control rounded-box bg-surface');

/** Opens under its line; Escape gives the focus back to the word. */
export function Editor({ id, onClose, children }: { id: string; onClose: () => void; children: ReactNode }) {
  return (
    <section
      id={id}
      className={EDITOR}
      aria-label="Ändern"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        const row = event.currentTarget.closest('[data-rule-row]');
        row?.querySelector<HTMLElement>('[data-token][aria-expanded="true"]')?.focus();
        onClose();
      }}
    >
      {children}
    </section>
  );
}
