import type { ExplainedFill } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { TermHint } from '../../../entities/term/term-hint.tsx';
import { formatTime } from '../../../lib/format/dates.ts';
import { formatCount, formatDecimal } from '../../../lib/format/numbers.ts';
import { queries } from '../../../lib/server/api.ts';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { LoadFailure } from '../../../ui/state/load-failure.tsx';
import { LedgerSkeleton } from '../../../ui/state/skeleton.tsx';
import { DecisionReason, digitsOf } from '../decision-reason.tsx';
import { OTHER_ENDS } from '../rule-numbers.ts';

export type Fill = Awaited<ReturnType<typeof queries.testbench.listOwnBotFills.call>>['items'][number];

export const reasonOf = (reason: string): string =>
  reason === 'entry' ? 'Einstieg' : (OTHER_ENDS[reason as keyof typeof OTHER_ENDS] ?? 'beendet');

interface FillReasonProps {
  fill: Fill;
  interval: '1h' | '1d';
}

/** Why the bot bought or sold, at which price it would not have, and what came of it for one's own money. */
export function FillReason({ fill, interval }: FillReasonProps) {
  const { data, error, isFetching, refetch } = useQuery(
    queries.testbench.explainDecision.queryOptions({
      input: { id: fill.id },
      // What was decided stays decided; only the seal may still come.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  );
  if (error) return <LoadFailure error={error} pending={isFetching} onRetry={() => void refetch()} />;
  if (data === undefined) return <LedgerSkeleton lines={4} />;
  return (
    <div className="grid grid-cols-1 lg:grid-cols-2 gap-x-8 gap-y-5 py-2">
      {data.decision ? (
        <DecisionReason
          title={fill.side === 'buy' ? 'Warum gekauft' : 'Warum verkauft'}
          interval={interval}
          decision={data.decision}
          digits={digitsOf(fill.symbol)}
        />
      ) : (
        <div>
          <h3 className="font-620">{fill.side === 'buy' ? 'Warum gekauft' : 'Warum verkauft'}</h3>
          <p className="text-sm mt-1">
            {`${sentenceStart(reasonOf(fill.reason))}: Das geschah innerhalb der Kerze, ohne Entscheidung an ihrem Schluss.`}
          </p>
        </div>
      )}
      <OwnMoney explained={data} />
    </div>
  );
}

const sentenceStart = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** From the strike before to the one of the fill; the lines add up to the cent. */
function OwnMoney({ explained: { money, quantity, isSealed } }: { explained: ExplainedFill }) {
  if (money === null)
    return (
      <div>
        <h3 className="font-620">Was es für Ihr Geld hieß</h3>
        <p className="text-sm mt-1">
          Die Feststellung davor wird nach 400 Tagen nicht mehr einzeln aufbewahrt.
        </p>
      </div>
    );
  const [market, costs, financing, rounding] = [
    fromWire(money.market),
    fromWire(money.costs),
    fromWire(money.financing),
    fromWire(money.rounding),
  ];
  return (
    <div>
      <Ledger
        caption="Was es für Ihr Geld hieß"
        compact
        head={{ label: 'Was es für Ihr Geld hieß', amount: 'USDT' }}
        lines={[
          { label: `Wert um ${formatTime(money.from)}`, amount: <Amount value={fromWire(money.before)} /> },
          { label: 'Bewegung der Kurse', amount: <Amount value={market} signed /> },
          {
            label: <TermHint id="trading-costs">Handelskosten</TermHint>,
            amount: <Amount value={-costs} />,
          },
          ...(financing === 0n
            ? []
            : [
                {
                  key: 'financing',
                  label: <TermHint id="financing">Finanzierung</TermHint>,
                  amount: <Amount value={-financing} />,
                },
              ]),
          ...(rounding === 0n
            ? []
            : [{ label: 'Rundung auf ganze Cent', amount: <Amount value={rounding} signed /> }]),
        ]}
        total={{ label: `Wert um ${formatTime(money.at)}`, amount: <Amount value={fromWire(money.after)} /> }}
      />
      <p className="text-sm text-muted mt-1.5">
        {`Mit Ihrem Geld: ${formatDecimal(quantity, { digits: 6 })} Stück. `}
        {money.fills > 1 &&
          `In dieser Minute gab es ${formatCount(money.fills)} Ausführungen; die Beträge gelten für alle zusammen. `}
        <TermHint id="strike">Feststellung</TermHint>
        {` ${formatCount(money.seq)}, ${isSealed ? '' : 'noch nicht '}`}
        <TermHint id="sealed">versiegelt</TermHint>.
      </p>
    </div>
  );
}
