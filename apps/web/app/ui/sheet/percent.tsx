import { directionOfFraction, formatPercentNumber, NO_FIGURE } from '../../lib/format/numbers.ts';
import { Figure, type FigureTone, type Opens } from './figure.tsx';

interface PercentProps extends Opens {
  /** 0.0167 is 1,67 %; null is undefined and shows „–“. */
  fraction: number | null;
  tone?: FigureTone | undefined;
  signed?: boolean | undefined;
  digits?: number | undefined;
}

export function Percent({ fraction, tone = 'plain', signed, digits = 2, ...opens }: PercentProps) {
  const sign = signed || tone === 'delta' ? 'always' : 'auto';
  const text = formatPercentNumber(fraction, { digits, sign });
  return (
    <Figure
      text={text}
      unit={text === NO_FIGURE ? undefined : '%'}
      tone={tone}
      direction={directionOfFraction(fraction, digits)}
      {...opens}
    />
  );
}
