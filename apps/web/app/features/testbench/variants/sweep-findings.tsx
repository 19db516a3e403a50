import type { TrialCount } from '@botdepot/contract';
import {
  chanceOfBest,
  chanceOfSharpe,
  DAY_MS,
  leastVariance,
  luckySharpe,
  type MissingReason,
  perYear,
  sharpeSampleOf,
} from '@botdepot/trading/browser';
import { clsx } from 'clsx';
import { TermHint } from '../../../entities/term/term-hint.tsx';
import { formatCount, formatDecimal, NO_FIGURE, perHundred } from '../../../lib/format/numbers.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { type PriceSource, seenWords } from '../own-candles/own-candles.ts';
import { TallyMarks } from '../tally-marks.tsx';
import type { CountedTrials } from '../trial-record.ts';
import {
  type Field,
  type FieldGrid,
  fieldWords,
  type Neighbourhood,
  neighbourhoodOf,
  type Shape,
  shapeOf,
} from './field-grid.ts';
import { colourOf, scaleOf, withoutRatio } from './heat-map.tsx';
import type { Sweep } from './use-sweep.ts';

/** The Sharpe ratio a year that the best of so many different trials has by luck, on average. @param days of the result, at least 2. */
export const hurdleOf = ({ effective, variance }: TrialCount, days: number): number =>
  perYear(luckySharpe({ N: effective, V: Math.max(variance, leastVariance(days)) }));

/** Days that the returns of a sweep are of. */
export const daysOf = ({ variants, from, until }: Sweep): number =>
  Math.max(
    2,
    ...variants.map(({ result }) => result?.returns.length ?? 0),
    Math.min(2, (until - from) / DAY_MS),
  );

const SHAPES: Readonly<Record<Shape, { claim: string; word: string; reason: string }>> = {
  plateau: {
    claim: 'Ihre Regel steht eher auf einem Plateau',
    word: 'Eher Plateau.',
    reason: 'Alle Nachbarfelder liegen im Plus und im Mittel mindestens halb so hoch wie Ihre Regel.',
  },
  peak: {
    claim: 'Ihre Regel steht eher auf einer Spitze',
    word: 'Eher Spitze.',
    reason:
      'Die Nachbarfelder liegen im Mittel nicht einmal halb so hoch. Was eine kleine Änderung nicht übersteht, war eher Glück.',
  },
  slope: {
    claim: 'Ihre Regel steht am Rand eines Plateaus',
    word: 'Weder noch.',
    reason:
      'Die Nachbarfelder liegen im Mittel mindestens halb so hoch wie Ihre Regel, aber nicht alle im Plus.',
  },
  'not-positive': {
    claim: 'Ihre Regel liegt nicht im Plus',
    word: 'Kein Plateau.',
    reason: 'Ihre Regel liegt selbst nicht im Plus. Ob ihre Nachbarn ähnlich sind, ändert daran nichts.',
  },
  'too-few': {
    claim: 'Für Plateau oder Spitze sind es zu wenige Felder',
    word: 'Zu wenige Felder.',
    reason: 'Dafür braucht es Ihre Regel und mindestens drei Nachbarfelder mit je 10 Trades.',
  },
};

const shapeOfOwn = (grid: FieldGrid): Shape =>
  grid.own === null ? 'too-few' : shapeOf(neighbourhoodOf(grid, grid.own));

interface VerdictProps {
  sweep: Sweep;
  grid: FieldGrid;
  counted: CountedTrials | null;
  failed: boolean;
}

/** Both answers in one sentence: is it a plateau, and is anything beyond what luck brings on average. */
export function SweepVerdict({ sweep, grid, counted, failed }: VerdictProps) {
  const shape = shapeOfOwn(grid);
  const known = counted && beyondLuck(sweep, grid, counted);
  return (
    <Panel label="Befund" flush>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 px-(--pad) py-5">
        <div className="flex-[1_1_20rem] min-w-0">
          <p className="text-sm text-muted">Befund</p>
          <p className="text-xl max-md:text-lg font-bold text-balance">
            {`${SHAPES[shape].claim}${known === null ? '' : resultText(shape, known)}.`}
          </p>
          {known !== null && known.caution !== null && (
            <p className="pt-1 text-sm text-muted">{known.caution}</p>
          )}
        </div>
        <p className="text-sm text-muted md:text-right" aria-live="polite">
          {known === null ? (
            failed ? (
              'Der Lauf ist noch nicht gezählt.'
            ) : (
              'Der Lauf wird gezählt …'
            )
          ) : (
            <>
              {`Felder über der Hürde ${formatDecimal(known.hurdle)}`}
              <span className="block text-text">
                <strong className="text-2xl font-620 tabular-nums">{formatCount(known.fields)}</strong>
                {` von ${formatCount(grid.valued.length)}`}
              </span>
            </>
          )}
        </p>
      </div>
    </Panel>
  );
}

/** How many fields lie above the hurdle, and what must not be read into that. */
function beyondLuck(sweep: Sweep, { valued }: FieldGrid, { after }: CountedTrials) {
  const hurdle = hurdleOf(after, daysOf(sweep));
  const fields = valued.filter(({ sharpe }) => sharpe! > hurdle).length;
  const caution =
    after.effective === 1
      ? 'Alle Felder bewegen sich fast gleich und zählen als ein einziger verschiedener Versuch. Deshalb liegt die Hürde bei null; ein Nachweis ist das nicht.'
      : fields > 0
        ? 'Die Hürde ist das, was Glück im Mittel bringt. Sie zu übersteigen ist noch kein Nachweis.'
        : null;
  return { hurdle, fields, caution };
}

function resultText(shape: Shape, { fields }: { fields: number }): string {
  const isGood = shape === 'plateau';
  if (fields === 0) return `, ${isGood ? 'aber' : 'und'} kein Feld übersteigt die Hürde`;
  const count = fields === 1 ? 'ein Feld übersteigt' : `${formatCount(fields)} Felder übersteigen`;
  return `, ${isGood ? 'und' : 'aber'} ${count} die Hürde`;
}

interface PlateauProps {
  sweep: Sweep;
  grid: FieldGrid;
}

export function PlateauPanel({ sweep, grid }: PlateauProps) {
  const { own, highest } = grid;
  const aroundOwn = own && neighbourhoodOf(grid, own);
  const aroundHighest = highest && neighbourhoodOf(grid, highest);
  const shape = shapeOfOwn(grid);
  const line = (label: string, note: string | undefined, value: number | null) => ({
    key: label,
    label,
    note,
    amount: formatDecimal(value),
  });
  const isOther = highest !== null && !highest.isOwn;
  const gap = own?.sharpe == null || aroundOwn?.mean == null ? null : own.sharpe - aroundOwn.mean;
  return (
    <Panel title="Plateau oder Spitze?">
      <div className="flex flex-wrap gap-x-6 gap-y-4 pb-4">
        {aroundOwn && <Around title="Ihre Regel" of={aroundOwn} grid={grid} />}
        {aroundHighest && isOther && <Around title="Höchstes Feld" of={aroundHighest} grid={grid} />}
      </div>
      <Ledger
        caption="Ihre Regel und das höchste Feld, jeweils mit ihren Nachbarn"
        head={{ label: 'Sharpe im Jahr', amount: 'Wert' }}
        lines={[
          line(
            'Ihre Regel',
            own === null ? 'nicht unter den Feldern' : fieldWords(own, sweep),
            own?.sharpe ?? null,
          ),
          line('Nachbarn im Mittel', fieldsText(aroundOwn), aroundOwn?.mean ?? null),
          line('Abstand', undefined, gap),
          line(
            'Höchstes Feld',
            highest === null ? undefined : fieldWords(highest, sweep),
            highest?.sharpe ?? null,
          ),
          line('Seine Nachbarn im Mittel', fieldsText(aroundHighest), aroundHighest?.mean ?? null),
        ]}
      />
      <div className="pt-4">
        <Notice>
          <p>
            <strong className="font-620">{SHAPES[shape].word}</strong>
            {` ${SHAPES[shape].reason}`}
            {isOther &&
              ' Eines von vielen Feldern ist immer das höchste: Wer es deshalb wählt, wählt auch Glück.'}
          </p>
        </Notice>
      </div>
    </Panel>
  );
}

const fieldsText = (around: Neighbourhood | null): string | undefined =>
  around === null
    ? undefined
    : around.neighbours === 1
      ? '1 Feld ringsum'
      : `${formatCount(around.neighbours)} Felder ringsum`;

/** Three by three fields; what they say stands in the table below as well. */
function Around({
  title,
  of: { around, field },
  grid,
}: {
  title: string;
  of: Neighbourhood;
  grid: FieldGrid;
}) {
  const scale = scaleOf(grid);
  return (
    <div className="flex-[0_1_13rem] max-md:flex-[1_1_8rem]" aria-hidden="true">
      <div className="grid grid-cols-3 gap-0.5 text-xs tabular-nums">
        {around.flat().map((one, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: nine places that never move
            key={index}
            className={clsx(
              'grid place-items-center h-8 rounded-[4px] font-semibold',
              one === field && 'shadow-[inset_0_0_0_2px_var(--text)]',
              one?.sharpe == null && 'bg-bg font-normal text-muted',
            )}
            style={one?.sharpe == null ? undefined : { backgroundColor: colourOf(one.sharpe, scale) }}
          >
            {textOf(one)}
          </span>
        ))}
      </div>
      <p className="pt-1.5 text-center text-xs text-muted">{title}</p>
    </div>
  );
}

function textOf(field: Field | null): string {
  if (field === null) return '';
  if (field.sharpe !== null) return formatDecimal(field.sharpe);
  return withoutRatio(field);
}

interface CostsProps {
  source: PriceSource;
  sweep: Sweep;
  grid: FieldGrid;
  counted: CountedTrials | null;
  failed: boolean;
  onRetry: () => void;
}

/** What looking has cost: trials, and a higher hurdle for everything that comes. */
export function CostsPanel({ source, sweep, grid, counted, failed, onRetry }: CostsProps) {
  const where = source.source === 'own' ? 'in diesem Browser gezählt' : 'von Ihren Browsern gemeldet';
  const days = daysOf(sweep);
  const before = counted?.before ?? null;
  const after = counted?.after ?? null;
  const total = before === null || counted === null ? null : before.total + counted.added;
  const luckOf = luckOfOwn(grid);
  const counts = {
    before: before && formatCount(before.total),
    after: total === null ? null : formatCount(total),
  };
  const both = (label: string, value: (count: TrialCount) => string) => ({
    label,
    before: before ? value(before) : NO_FIGURE,
    amount: after ? value(after) : NO_FIGURE,
  });
  return (
    <Panel title="Was dieser Lauf kostet" note={`Auf diesen Kursen, ${where}`}>
      {failed && (
        <div className="pb-4">
          <Notice kind="warning" title="Noch nicht gezählt">
            <p className="mb-2">Sie haben das Ergebnis gesehen, also gehört es in die Strichliste.</p>
            <Button onClick={onRetry}>Jetzt zählen</Button>
          </Notice>
        </div>
      )}
      {counted !== null && total !== null && (
        <div className="pb-3">
          <TallyMarks count={total} fresh={counted.added} large />
        </div>
      )}
      <Ledger
        compact
        caption="Versuche vor und nach diesem Lauf"
        head={{ label: 'Versuche', amount: 'Zahl' }}
        lines={[
          { label: 'Vorher', amount: counts.before ?? NO_FIGURE },
          {
            label: 'Dieser Lauf',
            note: runText(sweep, counted),
            amount: counted === null ? NO_FIGURE : `+${formatCount(counted.added)}`,
          },
        ]}
        total={{ label: 'Zusammen', amount: counts.after ?? NO_FIGURE }}
      />
      <Ledger
        compact
        className="mt-4 [&_:is(td,th):nth-child(2)]:w-15 [&_:is(td,th):nth-child(3)]:w-18"
        caption="Was das bedeutet"
        head={{
          label: 'Folge',
          before: counts.before === null ? NO_FIGURE : `bei ${counts.before}`,
          amount: counts.after === null ? NO_FIGURE : `bei ${counts.after}`,
        }}
        lines={[
          both('Deutlich verschiedene', ({ total: tried, effective }) =>
            formatCount(tried === 0 ? 0 : effective),
          ),
          both('Hürde durch Glück', (count) => formatDecimal(hurdleOf(count, days))),
          both('Durch Glück so gut, von 100', luckOf),
        ]}
      />
      <p className="pt-3 text-sm text-muted">
        So hoch läge im Mittel der beste von so vielen verschiedenen Versuchen ohne jeden Vorteil. Die letzte
        Zeile gilt für Ihre Regel.
      </p>
    </Panel>
  );
}

/** In how many of a hundred cases the best of so many worthless rules does as well as the own one. */
function luckOfOwn({ own }: FieldGrid): (count: TrialCount) => string {
  const sample = own?.sharpe == null ? null : sharpeSampleOf(own.result!.returns).value;
  const chance = sample && chanceOfSharpe(sample).value;
  return ({ effective }) => (chance === null ? NO_FIGURE : perHundred(chanceOfBest(chance, effective)));
}

function runText({ variants }: Sweep, counted: CountedTrials | null): string {
  const hashes = new Set(variants.flatMap(({ result }) => result?.ruleHash ?? []));
  const noRules = variants.filter(({ result }) => result === null).length;
  const known = counted === null ? 0 : hashes.size - counted.added;
  return [
    `${formatCount(variants.length)} Felder`,
    ...(noRules === 0
      ? []
      : [noRules === 1 ? 'eines ist keine Regel' : `${formatCount(noRules)} sind keine Regeln`]),
    ...(known === 0
      ? []
      : [known === 1 ? 'eines war schon gezählt' : `${formatCount(known)} waren schon gezählt`]),
  ].join(', ');
}

const NO_OVERFITTING: Readonly<Record<MissingReason, string>> = {
  'too-short': 'Dafür braucht es mindestens 10 Varianten und 160 Tage.',
  flat: 'Keine der Varianten hat gehandelt, es gibt nichts auszuwählen.',
  undefined: 'Bei diesen Varianten ist das nicht bestimmt.',
  'no-benchmark': 'Bei diesen Varianten ist das nicht bestimmt.',
};

/** PBO, drawn: of a hundred ways to halve the days, in how many the choice on one half was a bad one for the other. */
export function OverfittingPanel({ sweep: { overfitting } }: { sweep: Sweep }) {
  const { value, missing } = overfitting;
  if (value === null)
    return (
      <Panel title="Täuscht die Auswahl?">
        <p className="text-sm text-muted">{NO_OVERFITTING[missing]}</p>
      </Panel>
    );
  const bad = Math.round(100 * value.pbo);
  return (
    <Panel title="Täuscht die Auswahl?">
      <div
        className="grid grid-cols-[repeat(20,minmax(0,1fr))] gap-[3px] max-w-80"
        role="img"
        aria-label={`${bad} von 100`}
      >
        {Array.from({ length: 100 }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a hundred places that never move
            key={index}
            className={clsx('aspect-square rounded-[2px]', index < bad ? 'bg-text' : 'border border-control')}
          />
        ))}
      </div>
      <p className="pt-3.5 text-md">
        <strong className="font-620">{`In ${bad} von 100 Fällen`}</strong> lag die beste Einstellung danach in
        der schlechteren Hälfte.
      </p>
      <p className="pt-1.5 text-sm text-muted">
        {`Aus ${formatCount(value.combinations)} Arten, die Tage in zwei Hälften zu teilen: auf der einen gewählt, auf der anderen gesehen. 50 wäre reines Raten, 0 wäre verlässlich. Fachwort: `}
        <TermHint id="overfitting">PBO</TermHint>
        {`, ${formatDecimal(value.pbo)}.`}
      </p>
    </Panel>
  );
}

/** On which prices all of this was seen. */
export const pricesText = (source: PriceSource, sweep: Sweep): string =>
  `${source.name}, ${seenWords(source, sweep)} ${source.note}`;
