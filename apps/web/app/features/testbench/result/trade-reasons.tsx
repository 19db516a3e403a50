import { MARKET_SYMBOLS, type ResultTrade } from '@botdepot/contract';
import {
  type ExplainedDecision,
  formatNumber,
  leafText,
  type Ordered,
  type PriceFlip,
  type Rule,
} from '@botdepot/trading/browser';
import { formatDate, formatDateTimeShort } from '../../../lib/format/dates.ts';
import { formatDecimal, NO_FIGURE } from '../../../lib/format/numbers.ts';
import { LedgerSkeleton } from '../../../ui/state/skeleton.tsx';
import type { PreviewOrder } from '../preview/preview-messages.ts';
import { useWhy } from '../preview/use-preview.ts';
import { OTHER_ENDS } from '../rule-numbers.ts';

export const digitsOf = (symbol: string): number =>
  MARKET_SYMBOLS.find((one) => one.symbol === symbol)?.decimals ?? 2;

/** With the decimals of the symbol: a mean of several fills may lie between two quotes. */
export const priceText = (symbol: string, price: number): string =>
  formatDecimal(price, { digits: digitsOf(symbol) });

interface TradeReasonsProps {
  rule: Rule;
  order: PreviewOrder;
  trade: ResultTrade;
  /** Decimals of its prices. */
  digits: number;
}

/** Ended by a condition, not by a level within a bar. */
const isDecided = ({ reason }: ResultTrade): boolean =>
  reason === 'exit' || reason === 'reverse' || reason === 'time';

/** Why a trade began and ended, and at which price it would not have. */
export function TradeReasons({ rule, order, trade, digits }: TradeReasonsProps) {
  const { symbol, openedAt, closedAt, reason } = trade;
  const filledAt = isDecided(trade) ? [openedAt, closedAt] : [openedAt];
  const why = useWhy({ order, symbol, digits, filledAt });
  if (why === null) return <LedgerSkeleton lines={3} total={false} />;
  const [entry, exit] = why.decisions;
  const isLong = trade.direction === 'long';
  return (
    <div className="grid grid-cols-1 lg:grid-cols-2 gap-x-8 gap-y-5 py-2">
      {entry && (
        <Reason
          rule={rule}
          title={isLong ? 'Warum gekauft' : 'Warum auf fallende Kurse gesetzt'}
          decision={entry}
          section={isLong ? 'entryLong' : 'entryShort'}
          digits={digits}
        />
      )}
      {exit ? (
        <Reason
          rule={rule}
          title="Warum beendet"
          decision={exit}
          section={isLong ? 'exitLong' : 'exitShort'}
          digits={digits}
        />
      ) : (
        <div>
          <h3 className="font-620">Warum beendet</h3>
          <p className="text-sm mt-1">
            {`${OTHER_ENDS[reason as keyof typeof OTHER_ENDS] ?? 'Beendet'}: Das geschah innerhalb der Kerze, ohne Entscheidung an ihrem Schluss.`}
          </p>
        </div>
      )}
    </div>
  );
}

interface ReasonProps {
  rule: Rule;
  title: string;
  decision: ExplainedDecision;
  section: ExplainedDecision['lines'][number]['section'];
  digits: number;
}

function Reason({ rule, title, decision, section, digits }: ReasonProps) {
  const at = rule.interval === '1h' ? formatDateTimeShort : formatDate;
  const lines = decision.lines.filter((line) => line.section === section);
  return (
    <div>
      <h3 className="font-620">{title}</h3>
      <p className="text-sm text-muted">
        {`Kerze vom ${at(decision.at)}, Schlusskurs ${formatDecimal(decision.close, { digits })}`}
      </p>
      <ul className="grid grid-cols-1 gap-0.5 mt-1.5 text-sm">
        {lines.map(({ path, leaf, values, isTrue }) => (
          <li key={path.join('.')} className="flex gap-2">
            <span className="flex-1 min-w-0">
              {leafText(leaf)}
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

const valueText = (value: number): string =>
  Number.isFinite(value) ? formatNumber(Number(value.toPrecision(6))) : NO_FIGURE;

const INSTEAD: Readonly<Record<Exclude<Ordered, null>, string>> = {
  entry: 'wäre eine Position eröffnet worden',
  reverse: 'wäre die Position gedreht worden',
  exit: 'wäre die Position beendet worden',
  time: 'wäre die Position nach Ablauf ihrer Zeit beendet worden',
};

/** „Ab 11.812,00 abwärts und ab 12.111,00 aufwärts wäre keine Position eröffnet worden.“ */
export function flipText({ below, above, missing, ordered }: ExplainedDecision, digits: number): string {
  if (ordered === null) return 'Mit den heutigen Kursen wäre das anders: Sie haben sich seither geändert.';
  if (missing === 'not-price') return 'Hier entschied die Haltedauer, nicht der Kurs.';
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
