import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './figure.module.css';

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
    <span className={classes.figure} data-tone={tone} data-direction={shown === 'level' ? undefined : shown}>
      <Opener {...opens}>
        {shown !== 'level' && <Triangle direction={shown} />}
        {text}
        {unit && <span className={classes.unit}>{`\u00a0${unit}`}</span>}
      </Opener>
    </span>
  );
}

function Opener({ to, onOpen, onLeave, opensLabel, children }: Opens & { children: ReactNode }) {
  const hint = opensLabel && <span className="vh">{`, ${opensLabel}`}</span>;
  if (to) {
    return (
      <Link className={classes.opens} to={to} onClick={onLeave}>
        {children}
        {hint}
      </Link>
    );
  }
  if (onOpen) {
    return (
      <button type="button" className={classes.opens} onClick={onOpen}>
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
      className={classes.triangle}
      viewBox="0 0 9 8"
      role="img"
      aria-label={direction === 'up' ? 'gestiegen' : 'gefallen'}
    >
      <path d={direction === 'up' ? 'M4.5 0 9 8H0z' : 'M4.5 8 0 0h9z'} />
    </svg>
  );
}
