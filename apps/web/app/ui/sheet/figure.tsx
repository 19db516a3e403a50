import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from '../../lib/url/link.tsx';

const FIGURE = clsx(
  'group/figure tabular-nums font-semibold whitespace-nowrap',
  'data-[tone=muted]:text-muted data-[tone=muted]:font-book',
  'data-[direction=up]:text-up data-[direction=down]:text-down',
);
const UNIT = clsx(
  'text-[length:var(--unit-size,0.72em)] font-medium tracking-[0em] text-muted',
  'group-data-[direction=up]/figure:text-inherit',
  'group-data-[direction=down]/figure:text-inherit',
);
/** The dotted underline says: this figure opens its entries. The finger's target is as high as the row. */
const OPENS = clsx(
  'inline tracking-[inherit] cursor-pointer [text-decoration:underline_dotted_var(--control)_1px]',
  'underline-offset-[5px] rounded-[3px] relative',
  'after:absolute after:-inset-y-2.5 after:-inset-x-1.5',
  'hover:decoration-solid hover:decoration-current',
);

export type FigureTone = 'plain' | 'delta' | 'muted';
export type FigureDirection = 'up' | 'down' | 'level';

/** What a figure opens: a page (`to`) or a drawer (`onOpen`), with what is behind it in words. */
export interface Opens {
  to?: string | undefined;
  onOpen?: (() => void) | undefined;
  /** Before the page is left: what lies over it closes. */
  onLeave?: (() => void) | undefined;
  opensLabel?: string | undefined;
}

interface FigureProps extends Opens {
  text: string;
  unit?: string | undefined;
  tone?: FigureTone | undefined;
  direction?: FigureDirection | undefined;
}

/** A number as the account sheet writes it: tabular, unit smaller, triangle and colour only when it is a change. */
export function Figure({ text, unit, tone = 'plain', direction = 'level', ...opens }: FigureProps) {
  const shown = tone === 'delta' ? direction : 'level';
  return (
    <span className={FIGURE} data-tone={tone} data-direction={shown === 'level' ? undefined : shown}>
      <Opener {...opens}>
        {shown !== 'level' && <Triangle direction={shown} />}
        {text}
        {unit && <span className={UNIT}>{`\u00a0${unit}`}</span>}
      </Opener>
    </span>
  );
}

function Opener({ to, onOpen, onLeave, opensLabel, children }: Opens & { children: ReactNode }) {
  const hint = opensLabel && <span className="vh">{`, ${opensLabel}`}</span>;
  if (to) {
    return (
      <Link className={OPENS} to={to} onClick={onLeave}>
        {children}
        {hint}
      </Link>
    );
  }
  if (onOpen) {
    return (
      <button type="button" className={OPENS} onClick={onOpen}>
        {children}
        {hint}
      </button>
    );
  }
  return children;
}

/** ▲▼ as SVG: the font's Latin subset lacks them. */
export function Triangle({ direction }: { direction: 'up' | 'down' }) {
  return (
    <svg
      className="w-[9px] h-2 mr-[5px] fill-current align-baseline"
      viewBox="0 0 9 8"
      role="img"
      aria-label={direction === 'up' ? 'gestiegen' : 'gefallen'}
    >
      <path d={direction === 'up' ? 'M4.5 0 9 8H0z' : 'M4.5 8 0 0h9z'} />
    </svg>
  );
}
