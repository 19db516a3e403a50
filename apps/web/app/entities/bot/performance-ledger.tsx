import { type PerformanceFigures, percentRange, ratioRange, type Uncertainty } from '@botdepot/contract';
import type { TermId } from '@botdepot/contract/terms';
import type { ReactNode } from 'react';
import { formatCount, formatDecimal, NBSP, NO_FIGURE } from '../../lib/format/numbers.ts';
import { Figure } from '../../ui/sheet/figure.tsx';
import { Ledger, type LedgerLine } from '../../ui/sheet/ledger.tsx';
import { Percent } from '../../ui/sheet/percent.tsx';
import { TermHint } from '../term/term-hint.tsx';

type Term = keyof PerformanceFigures;

interface Explained {
  label: string;
  note: string;
  show: (value: number | null) => ReactNode;
  /** What the label opens. */
  term?: TermId;
}

/** Each figure with its name and one sentence that says what it is. Fractions, ratios, days and counts are told apart. */
const TERMS: Record<Term, Explained> = {
  totalReturn: { label: 'Rendite', note: 'über den ganzen Zeitraum, nach Kosten', show: delta },
  cagr: {
    label: 'Rendite im Jahr',
    note: 'CAGR: gleichmäßig auf die Jahre verteilt, mit Zinseszins',
    show: delta,
    term: 'cagr',
  },
  maxDrawdown: {
    label: 'Größter Rückgang',
    note: 'vom höchsten Tagesschluss (UTC) bis zum tiefsten danach',
    show: delta,
    term: 'drawdown',
  },
  longestDrawdownDays: {
    label: 'Längster Rückgang',
    note: 'so lange war kein neuer Höchststand erreicht',
    show: days,
  },
  volatility: {
    label: 'Schwankung',
    note: 'Volatilität der Tagesrenditen, auf ein Jahr gerechnet',
    show: share,
    term: 'volatility',
  },
  sharpe: {
    label: 'Sharpe',
    note: 'Rendite je Schwankung; unter 1 ist gewöhnlich',
    show: ratio,
    term: 'sharpe',
  },
  sortino: { label: 'Sortino', note: 'Rendite je Schwankung nach unten', show: ratio, term: 'sortino' },
  calmar: {
    label: 'Calmar',
    note: 'Rendite im Jahr geteilt durch den größten Rückgang',
    show: ratio,
    term: 'calmar',
  },
  bestDay: { label: 'Bester Tag', note: 'höchste Rendite an einem Tag', show: delta },
  worstDay: { label: 'Schlechtester Tag', note: 'niedrigste Rendite an einem Tag', show: delta },
  worstMonth: {
    label: 'Schlechtester Monat',
    note: 'Kalendermonat mit der niedrigsten Rendite',
    show: delta,
  },
  days: { label: 'Dauer', note: 'Tage, an denen gemessen wurde', show: days },
  trades: {
    label: 'Abgeschlossene Geschäfte',
    note: 'von der Eröffnung bis zur Schließung',
    show: count,
    term: 'round-trip',
  },
  winRate: {
    label: 'Trefferquote',
    note: 'Anteil der Geschäfte mit Gewinn nach Kosten',
    show: share,
    term: 'win-rate',
  },
  profitFactor: {
    label: 'Profit-Faktor',
    note: 'Summe der Gewinne geteilt durch Summe der Verluste; über 1 überwiegen Gewinne',
    show: ratio,
    term: 'profit-factor',
  },
  expectancy: {
    label: 'Ergebnis je Geschäft',
    note: 'Erwartungswert: Mittel nach Kosten, Anteil am Startkapital',
    show: fineDelta,
    term: 'expectancy',
  },
  sqn: {
    label: 'SQN',
    note: 'Ergebnis je Geschäft im Verhältnis zu seiner Streuung und zur Zahl der Geschäfte',
    show: ratio,
    term: 'sqn',
  },
  timeInMarket: { label: 'Zeit im Markt', note: 'Anteil der Zeit mit einer Position', show: share },
  meanGross: {
    label: 'Mittlerer Einsatz',
    note: 'Summe aller Positionen als Vielfaches des Kapitals; über 1 ist Hebel',
    show: (value) => <Figure text={value === null ? NO_FIGURE : `${formatDecimal(value)}${NBSP}×`} />,
    term: 'leverage',
  },
};

/** In this order: return with its drawdown first, then risk, then the trades. */
export const PERFORMANCE_TERMS = Object.keys(TERMS) as readonly Term[];

interface PerformanceLedgerProps {
  caption: string;
  figures: PerformanceFigures;
  /** How far those of a year move when the same days come in another order. */
  uncertainty?: Uncertainty | undefined;
  /** All of them unless said otherwise. */
  terms?: readonly Term[] | undefined;
}

/** The figures of a record or a backtest, one line each, explained. Undefined ones show „–“. */
export function PerformanceLedger({
  caption,
  figures,
  uncertainty,
  terms = PERFORMANCE_TERMS,
}: PerformanceLedgerProps) {
  const lines: LedgerLine[] = terms.map((figure) => {
    const { label, note, show, term } = TERMS[figure];
    const range = uncertainty && rangeOf(figure, uncertainty);
    return {
      key: figure,
      label: term ? <TermHint id={term}>{label}</TermHint> : label,
      note: range ? `${note}; in 9 von 10${NBSP}Fällen ${range}` : note,
      amount: show(figures[figure]),
    };
  });
  return (
    <Ledger
      caption={caption}
      head={{ label: 'Kennzahl', amount: <span className="vh">Wert</span> }}
      lines={lines}
    />
  );
}

function rangeOf(term: Term, { cagr, sharpe }: Uncertainty): string | null {
  if (term === 'cagr') return cagr && percentRange(cagr);
  return term === 'sharpe' ? sharpe && ratioRange(sharpe) : null;
}

function delta(value: number | null): ReactNode {
  return <Percent fraction={value} tone="delta" />;
}

function fineDelta(value: number | null): ReactNode {
  return <Percent fraction={value} tone="delta" digits={3} />;
}

function share(value: number | null): ReactNode {
  return <Percent fraction={value} digits={1} />;
}

function ratio(value: number | null): ReactNode {
  return <Figure text={formatDecimal(value)} />;
}

function count(value: number | null): ReactNode {
  return <Figure text={value === null ? NO_FIGURE : formatCount(value)} />;
}

function days(value: number | null): ReactNode {
  if (value === null) return <Figure text={NO_FIGURE} />;
  const whole = Math.floor(value);
  return <Figure text={formatCount(whole)} unit={whole === 1 ? 'Tag' : 'Tage'} />;
}
