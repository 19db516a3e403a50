import { formatAmount, type Micros } from '@botdepot/money';
import { Figure, type FigureDirection, type FigureTone, type Opens } from './figure.tsx';

interface AmountProps extends Opens {
  value: Micros;
  /** `delta`: sign, triangle and colour. `muted`: not booked yet, or a row that moved nothing. */
  tone?: FigureTone | undefined;
  /** A plus before gains without colour, as in ledger rows. */
  signed?: boolean | undefined;
  unit?: string | undefined;
}

export function Amount({ value, tone = 'plain', signed, unit, ...opens }: AmountProps) {
  const sign = signed || tone === 'delta' ? 'always' : 'auto';
  return (
    <Figure
      text={formatAmount(value, { sign })}
      unit={unit}
      tone={tone}
      direction={directionOf(value)}
      {...opens}
    />
  );
}

const CENT: Micros = 10_000n;

/** What shows as 0,00 has no direction. */
function directionOf(value: Micros): FigureDirection {
  if (value >= CENT) return 'up';
  return value <= -CENT ? 'down' : 'level';
}
