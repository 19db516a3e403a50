import type { ExplainedFill } from '@botdepot/contract';
import { decimalsOf } from '@botdepot/contract/catalogue';
import { fromWire, type Micros } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { TermHint } from '../../../entities/term/term-hint.tsx';
import { formatTime } from '../../../lib/format/dates.ts';
import { formatCount, formatDecimal } from '../../../lib/format/numbers.ts';
import { queries } from '../../../lib/server/api.ts';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { LoadFailure } from '../../../ui/state/load-failure.tsx';
import { LedgerSkeleton } from '../../../ui/state/skeleton.tsx';
import { DecisionReason } from '../decision-reason.tsx';
import { OTHER_ENDS } from '../rule-numbers.ts';

export type Fill = Awaited<ReturnType<typeof queries.testbench.listOwnBotFills.call>>['items'][number];

/** What the rule does not do, but happens to what it holds. */
const OUTSIDE: Readonly<Record<string, string>> = {
  'operator-pause': 'vom Betreiber angehalten',
  'leverage-cap': 'auf die Hebelgrenze verkleinert',
  settlement: 'zum letzten Kurs abgerechnet',
};

const ORDERED: Readonly<Record<string, string>> = { entry: 'Einstieg', exit: 'Ausstieg' };

export const reasonOf = (reason: string): string =>
  ORDERED[reason] ?? OTHER_ENDS[reason as keyof typeof OTHER_ENDS] ?? OUTSIDE[reason] ?? 'beendet';

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
          digits={decimalsOf(fill.symbol)}
        />
      ) : (
        <div>
          <h3 className="font-620">{fill.side === 'buy' ? 'Warum gekauft' : 'Warum verkauft'}</h3>
          <p className="text-sm mt-1">
            {`${sentenceStart(reasonOf(fill.reason))}: ${fill.reason in OUTSIDE ? 'Das hat nicht die Regel entschieden.' : 'Das geschah innerhalb der Kerze, ohne Entscheidung an ihrem Schluss.'}`}
          </p>
        </div>
      )}
      <OwnMoney explained={data} />
    </div>
  );
}

const sentenceStart = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const SEALS: Readonly<Record<ExplainedFill['seal'], string>> = {
  sealed: 'versiegelt',
  waiting: 'noch nicht versiegelt',
  demo: 'aus dem Demo-Vorlauf, der nicht versiegelt wird',
};

/** From the strike before to the one of the fill; the lines add up to the cent. No table, because it stands within one. */
function OwnMoney({ explained: { money, quantity, seal } }: { explained: ExplainedFill }) {
  if (money === null)
    return (
      <div>
        <h3 className="font-620">{MONEY}</h3>
        <p className="text-sm mt-1">
          Die Feststellung davor wird nach 400 Tagen nicht mehr einzeln aufbewahrt.
        </p>
      </div>
    );
  const { before, market, costs, financing, rounding, after } = money;
  const part = (label: string, value: Micros) => ({ label, value: <Amount value={value} signed /> });
  return (
    <section aria-label={MONEY}>
      <h3 className="font-620">{`${MONEY}, in USDT`}</h3>
      <KeyValues
        facts={[
          { label: `Wert um ${formatTime(money.from)}`, value: <Amount value={fromWire(before)} /> },
          part('Bewegung der Kurse', fromWire(market)),
          part('Handelskosten', -fromWire(costs)),
          ...(fromWire(financing) === 0n ? [] : [part('Finanzierung', -fromWire(financing))]),
          ...(fromWire(rounding) === 0n ? [] : [part('Rundung auf ganze Cent', fromWire(rounding))]),
          { label: `Wert um ${formatTime(money.at)}`, value: <Amount value={fromWire(after)} /> },
        ]}
      />
      <p className="text-sm text-muted mt-1">
        {`Mit Ihrem Geld: ${formatDecimal(quantity, { digits: 6 })} Stück. `}
        {money.fills > 1 &&
          `In dieser Minute gab es ${formatCount(money.fills)} Ausführungen; die Beträge gelten für alle zusammen. `}
        <TermHint id="strike">Feststellung</TermHint>
        {` ${formatCount(money.seq)}, ${SEALS[seal]}.`}
      </p>
    </section>
  );
}

const MONEY = 'Was es für Ihr Geld hieß';
