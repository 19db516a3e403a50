import type { RuleCertificate, RuleResult } from '@botdepot/contract';
import { clsx } from 'clsx';
import { TermHint } from '../../../entities/term/term-hint.tsx';
import { formatDateTimeShort } from '../../../lib/format/dates.ts';
import { formatCount, formatDecimal, formatPercent, NBSP, NO_FIGURE } from '../../../lib/format/numbers.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import type { ShownResult } from '../own-candles/own-candles.ts';
import { useOwnTrialTotal } from '../own-candles/use-own-candles.ts';
import { useTrialCount } from '../testbench.queries.ts';
import {
  ALL_LOST,
  countedTries,
  isAllLost,
  missingText,
  otherTries,
  signed,
  yearsText,
} from './result-checks.ts';

const sharpeText = (value: number): string => formatDecimal(value);

/** The hurdle that luck alone reaches rises with every trial. */
export function LuckPanel({ shown: { result, judgement } }: { shown: ShownResult }) {
  const { hurdle, hurdles, trials } = judgement;
  const { sharpe, totalReturn } = result.figures;
  const all = (useTrialCount().data?.count.total ?? 0) + useOwnTrialTotal();
  const others = otherTries(judgement, all);
  return (
    <Panel
      title="Glück oder Können?"
      note={
        <>
          Jeder <TermHint id="trial">Versuch</TermHint> hebt die <TermHint id="hurdle">Hürde</TermHint>, die
          Glück allein erreicht.
        </>
      }
    >
      {isAllLost(totalReturn) ? (
        <p className="text-muted">{ALL_LOST}</p>
      ) : hurdle.value === null || sharpe === null ? (
        <p className="text-muted">{missingText(hurdle.missing ?? 'too-short')}</p>
      ) : (
        <>
          <HurdleChart hurdles={hurdles} own={sharpe} trials={trials.effective} hurdle={hurdle.value} />
          <p className="mt-3 text-sm text-muted">{luckWords(judgement, sharpe, hurdle.value)}</p>
          {others !== null && <p className="mt-2 text-sm text-muted">{others}</p>}
        </>
      )}
    </Panel>
  );
}

function luckWords(judgement: ShownResult['judgement'], sharpe: number, hurdle: number): string {
  const { effective } = judgement.trials;
  if (effective === 1)
    return `${countedTries(judgement)}. Bei einem einzigen Versuch liegt die Hürde bei null.`;
  const where = sharpe > hurdle ? 'Ihre Regel liegt darüber.' : 'Ihre Regel liegt nicht darüber.';
  return `${countedTries(judgement)}. Bei ${formatCount(effective)} Versuchen ohne Vorteil wäre der beste im Mittel bei Sharpe ${sharpeText(hurdle)}. ${where}`;
}

interface HurdleChartProps {
  hurdles: ShownResult['judgement']['hurdles'];
  own: number;
  trials: number;
  hurdle: number;
}

/** Trials on a logarithmic scale from left to right, the Sharpe ratio a year from bottom to top. */
function HurdleChart({ hurdles, own, trials, hurdle }: HurdleChartProps) {
  const most = hurdles.at(-1)?.trials ?? 1;
  const top = Math.max(own, ...hurdles.map(({ sharpe }) => sharpe)) * 1.1 || 1;
  const bottom = Math.min(0, own * 1.1);
  const left = (count: number): number => (100 * Math.log(count)) / Math.log(most);
  const height = (sharpe: number): number => 100 - (100 * (sharpe - bottom)) / (top - bottom);
  const path = hurdles.map(
    ({ trials: count, sharpe }, index) => `${index === 0 ? 'M' : 'L'}${left(count)} ${height(sharpe)}`,
  );
  const marks = [...new Set([1, trials, most])];
  return (
    <figure
      role="img"
      aria-label={`Die Hürde liegt nach ${formatCount(trials)} verschiedenen Versuchen bei Sharpe ${sharpeText(hurdle)}, Ihre Regel bei ${sharpeText(own)}.`}
    >
      <div className="relative h-44 mr-(--amt) border-b border-border">
        <svg
          className="absolute inset-0 size-full overflow-visible"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden
        >
          <g className="fill-none stroke-text *:[vector-effect:non-scaling-stroke]">
            <path className="stroke-2" d={`M0 ${height(own)}H100`} />
            <path strokeDasharray="4 3" strokeWidth={1.5} d={path.join('')} />
          </g>
        </svg>
        <span
          className="absolute size-2.5 -mt-[5px] -ml-[5px] rounded-full border-2 border-text bg-surface"
          style={{ left: `${left(trials)}%`, top: `${height(hurdle)}%` }}
        />
        <EndLabel name="Hürde" value={hurdle} top={height(hurdle)} other={height(own)} />
        <EndLabel name="Ihre Regel" value={own} top={height(own)} other={height(hurdle)} />
      </div>
      <div className="relative h-6 mr-(--amt) text-[12px]/6 text-muted tnum" aria-hidden>
        {marks.map((count, index) => (
          <span
            key={count}
            className={clsx(
              'absolute whitespace-nowrap',
              index > 0 && (count === most ? '-translate-x-full' : '-translate-x-1/2'),
            )}
            style={{ left: `${left(count)}%` }}
          >
            {count === 1 ? '1 Versuch' : formatCount(count)}
          </span>
        ))}
      </div>
    </figure>
  );
}

/** Beside the end of a line; the two do not lie on each other. */
function EndLabel({ name, value, top, other }: { name: string; value: number; top: number; other: number }) {
  const room = 22 - Math.abs(top - other);
  const shift = room > 0 ? (top < other || (top === other && name === 'Hürde') ? -room / 2 : room / 2) : 0;
  return (
    <span
      className="absolute left-full w-(--amt) pl-2 text-right text-sm -translate-y-1/2 whitespace-nowrap"
      style={{ top: `${top + shift}%` }}
      aria-hidden
    >
      <span className="text-muted text-[12px]">{name} </span>
      <b className="tnum font-620">{sharpeText(value)}</b>
    </span>
  );
}

const SQUARES = 100;

/** Ten random bots are a square: dark ones were worse than the rule. */
export function RandomBotsPanel({ result: { randomBots } }: { result: RuleResult }) {
  const known = randomBots.value;
  const worse = known === null ? 0 : Math.floor((known.worse / known.count) * SQUARES);
  return (
    <Panel
      title="Gegen 1.000 Zufallsbots"
      note={
        <>
          <TermHint id="random-bots">Zufallsbots</TermHint>: dieselben Trades, gleich lang gehalten, zu
          zufälligen Zeiten.
        </>
      }
    >
      {known === null ? (
        <p className="text-muted">{missingText(randomBots.missing ?? 'too-short')}</p>
      ) : (
        <>
          <Squares
            filled={worse}
            label={`${formatCount(known.worse)} von ${formatCount(known.count)} Zufallsbots waren schlechter.`}
          />
          <p className="mt-3">
            <b className="font-620">{`${formatCount(known.worse)} von ${formatCount(known.count)} waren schlechter.`}</b>
          </p>
          <p className="mt-1 text-sm text-muted">
            {`Nach denselben Regeln gerechnet: Ihre Regel ${signed(known.actual)}, die Zufallsbots im Mittel ${signed(known.median)}. 500 wären reiner Zufall, ab 950 wird es auffällig.`}
          </p>
        </>
      )}
    </Panel>
  );
}

function Squares({ filled, label }: { filled: number; label: string }) {
  return (
    <div className="grid grid-cols-[repeat(20,1fr)] gap-1 max-w-[22rem]" role="img" aria-label={label}>
      {Array.from({ length: SQUARES }, (_, index) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a square is its place
          key={index}
          className={clsx(
            'aspect-square rounded-[2px] border',
            index < filled ? 'bg-text border-text' : 'border-control',
          )}
        />
      ))}
    </div>
  );
}

const COST_NAMES: Readonly<Record<number, { label: string; note: string }>> = {
  0: { label: 'ohne', note: '0×' },
  1: { label: 'wie hier üblich', note: '1×' },
  2: { label: 'doppelt', note: '2×' },
};

/** The same trades without costs, at the usual ones and at twice these. */
export function CostsPanel({ result }: { result: RuleResult }) {
  const { byCostFactor, breakEvenCostFactor, costs } = result;
  const isYearly = byCostFactor.every(({ cagr }) => cagr !== null);
  const sum = costs.fee + costs.spread + costs.slippage + costs.financing;
  return (
    <Panel title="Kosten" note={`${formatPercent(sum)} des Kapitals in diesem Lauf`}>
      <Ledger
        caption="Ergebnis bei anderen Kosten"
        compact
        head={{ label: 'Gebühr, Spread und Slippage', amount: isYearly ? 'im Jahr' : 'gesamt' }}
        lines={byCostFactor.map(({ factor, cagr, totalReturn }) => ({
          key: String(factor),
          label: COST_NAMES[factor]?.label ?? `${factor}×`,
          note: COST_NAMES[factor]?.note,
          amount: signed(isYearly ? cagr : totalReturn),
        }))}
      />
      <p className="mt-3 text-sm text-muted">{breakEvenText(breakEvenCostFactor)}</p>
    </Panel>
  );
}

function breakEvenText(factor: number | null): string {
  if (factor === null) return 'Auch ohne Kosten wäre kein Gewinn geblieben.';
  return `Bei ${formatDecimal(factor, { digits: 1 })}-fachen Kosten wäre nichts übrig geblieben.`;
}

/** The days that there are against those that are needed. */
export function LengthPanel({ shown: { result, judgement } }: { shown: ShownResult }) {
  const { days } = result.figures;
  const { daysNeeded, daysNeededAlone } = judgement;
  const needed = daysNeeded.value;
  const share = needed === null ? 0 : Math.min(1, days / needed);
  return (
    <Panel title="Lang genug?" note={`${yearsText(days)} gemessen`}>
      {needed === null ? (
        <p className="text-muted">Bei einem Ertrag, der nicht über null liegt, ist keine Zeit lang genug.</p>
      ) : (
        <>
          <div
            className="h-3 border border-control bg-[repeating-linear-gradient(-45deg,var(--border)_0_1px,transparent_1px_5px)]"
            role="img"
            aria-label={`${yearsText(days)} von ${yearsText(needed)} gemessen`}
          >
            <div className="h-full bg-text" style={{ width: `${share * 100}%` }} />
          </div>
          <div className="flex justify-between mt-1 text-[12px] text-muted tnum" aria-hidden>
            <span>{`${yearsText(days)} vorhanden`}</span>
            <span>{`${yearsText(needed)} nötig`}</span>
          </div>
          <p className="mt-3 text-sm text-muted">
            {judgement.trials.effective > 1 && daysNeededAlone.value !== null
              ? `Mit einem einzigen Versuch hätten ${yearsText(daysNeededAlone.value)} gereicht. Jeder weitere verlangt mehr.`
              : 'So lange dauert es, bis ein Zufallstreffer nicht mehr genügt. Jeder weitere Versuch verlangt mehr.'}
          </p>
        </>
      )}
    </Panel>
  );
}

interface CertificatePanelProps {
  certificate: RuleCertificate | null;
  isRunning: boolean;
  onCertify: () => void;
}

/** Every cut is a stroke. */
export function CertificatePanel({ certificate, isRunning, onCertify }: CertificatePanelProps) {
  if (certificate === null)
    return (
      <Panel title="Kein Blick in die Zukunft">
        <p className="text-muted">
          {isRunning
            ? 'Die Regel wird auf dem Übungsmarkt geprüft. Das dauert einige Sekunden.'
            : 'Das ist noch nicht geprüft. Ohne Zertifikat lässt sich der Bot nicht starten.'}
        </p>
        {!isRunning && (
          <div className="mt-3">
            <Button onClick={onCertify}>Jetzt prüfen</Button>
          </div>
        )}
      </Panel>
    );
  const { passed, cuts, firstDifference, madeAt, dataHash } = certificate;
  const count = formatCount(cuts.length);
  return (
    <Panel
      title="Kein Blick in die Zukunft"
      note={
        <>
          <TermHint id="certificate">Zertifikat</TermHint>
          {` vom ${formatDateTimeShort(madeAt)}`}
        </>
      }
    >
      <div className="flex flex-wrap gap-y-1.5" role="img" aria-label={`${count} Schnitte`}>
        {cuts.map((cut) => (
          <i
            key={cut}
            className={clsx(
              'w-[4%] h-3.5 border-l',
              firstDifference?.cut === cut ? 'border-l-2 border-dashed border-text' : 'border-text',
            )}
          />
        ))}
      </div>
      <p className="mt-3 font-620">
        {passed
          ? `${count} von ${count} Schnitten gleich`
          : 'Mit einer anderen Zukunft entschied die Regel anders'}
      </p>
      <p className="mt-1 text-sm text-muted wrap-anywhere">
        {passed
          ? `An ${count} Kerzen des Übungsmarkts wurde die Zukunft abgeschnitten und durch eine andere ersetzt. Die Regel entschied jedes Mal wie zuvor. Daten ${dataHash.slice(0, 4)}…${dataHash.slice(-4)}.`
          : `Zum ersten Mal ${firstDifference?.cut ? `am ${formatDateTimeShort(firstDifference.cut)}` : NO_FIGURE}.${NBSP}Mit ihr wird nicht gehandelt.`}
      </p>
    </Panel>
  );
}
