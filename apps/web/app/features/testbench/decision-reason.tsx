import { decimalsOf } from '@botdepot/contract/catalogue';
import { formatNumber, type Ordered, type PriceFlip } from '@botdepot/trading/browser';
import { formatDate, formatDateTimeShort } from '../../lib/format/dates.ts';
import { formatDecimal, NO_FIGURE } from '../../lib/format/numbers.ts';

/** With the decimals of the symbol: a mean of several fills may lie between two quotes. */
export const priceText = (symbol: string, price: number): string =>
  formatDecimal(price, { digits: decimalsOf(symbol) });

/** Why something was ordered at the close of a bar. */
export interface DecisionFacts {
  /** Start of the bar. */
  readonly at: number | string;
  readonly close: number;
  readonly ordered: Ordered;
  /** Of the condition that ordered. Null is not known. */
  readonly lines: readonly {
    readonly path: readonly (string | number)[];
    readonly text: string;
    readonly values: readonly (number | null)[];
    readonly isTrue: boolean | null;
  }[];
  readonly below: PriceFlip | null;
  readonly above: PriceFlip | null;
  readonly missing: 'no-price' | 'not-price' | 'other-run' | null;
}

interface DecisionReasonProps {
  title: string;
  interval: '1h' | '1d';
  decision: DecisionFacts;
  /** Decimals of the prices. */
  digits: number;
}

/** The conditions with their values, and the close from which on it would have been another order. */
export function DecisionReason({ title, interval, decision, digits }: DecisionReasonProps) {
  const at = interval === '1h' ? formatDateTimeShort : formatDate;
  return (
    <div>
      <h3 className="font-620">{title}</h3>
      <p className="text-sm text-muted">
        {`Kerze vom ${at(decision.at)}, Schlusskurs ${formatDecimal(decision.close, { digits })}`}
      </p>
      <ul className="grid grid-cols-1 gap-0.5 mt-1.5 text-sm">
        {decision.lines.map(({ path, text, values, isTrue }) => (
          <li key={path.join('.')} className="flex gap-2">
            <span className="flex-1 min-w-0">
              {text}
              {values.length > 0 && (
                <span className="text-muted">{` (${values.map(valueText).join(' und ')})`}</span>
              )}
            </span>
            <span className={isTrue ? 'font-550' : 'text-muted'}>
              {isTrue === null ? 'noch nicht bekannt' : isTrue ? 'ja' : 'nein'}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-sm mt-1.5 font-550">{flipText(decision, digits)}</p>
    </div>
  );
}

const valueText = (value: number | null): string =>
  value !== null && Number.isFinite(value) ? formatNumber(Number(value.toPrecision(6))) : NO_FIGURE;

const INSTEAD: Readonly<Record<NonNullable<PriceFlip['ordered']>, string>> = {
  entry: 'wäre eine Position eröffnet worden',
  reverse: 'wäre die Position gedreht worden',
  exit: 'wäre die Position beendet worden',
  time: 'wäre die Position nach Ablauf ihrer Zeit beendet worden',
  stop: 'hätte der Stopp die Position beendet',
  target: 'hätte das Ziel die Position beendet',
  trailing: 'hätte der nachgezogene Stopp die Position beendet',
};

/** „Ab 11.812,00 abwärts und ab 12.111,00 aufwärts wäre keine Position eröffnet worden.“ */
export function flipText(
  { below, above, missing, ordered }: Pick<DecisionFacts, 'below' | 'above' | 'missing' | 'ordered'>,
  digits: number,
): string {
  if (ordered === null) return 'Mit den heutigen Kursen wäre das anders: Sie haben sich seither geändert.';
  if (missing === 'not-price') return 'Hier entschied die Haltedauer, nicht der Kurs.';
  if (missing === 'other-run')
    return 'Ab welchem Kurs es anders gekommen wäre, lässt sich hier nicht sagen: Auf ganzen Kerzen nachgerechnet hätte der Bot schon vorher anders gehandelt.';
  const price = (flip: PriceFlip): string => {
    const isHalf = !Number.isInteger(Number((flip.price * 10 ** digits).toFixed(3)));
    return formatDecimal(flip.price, { digits: isHalf ? digits + 1 : digits });
  };
  const instead = (flip: PriceFlip): string => {
    if (flip.ordered !== null) return INSTEAD[flip.ordered];
    return ordered === 'entry' ? 'wäre keine Position eröffnet worden' : 'wäre die Position geblieben';
  };
  if (below && above)
    return below.ordered === above.ordered
      ? `Ab ${price(below)} abwärts und ab ${price(above)} aufwärts ${instead(below)}.`
      : `Ab ${price(below)} abwärts ${instead(below)}, ab ${price(above)} aufwärts ${instead(above)}.`;
  if (below) return `Bei einem Schlusskurs von ${price(below)} oder weniger ${instead(below)}.`;
  if (above) return `Bei einem Schlusskurs von ${price(above)} oder mehr ${instead(above)}.`;
  return 'Ein um bis zu 20 % anderer Schlusskurs hätte daran nichts geändert.';
}
