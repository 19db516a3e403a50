import type { TrialCount } from '@botdepot/contract';
import {
  formatNumber,
  type ParameterRange,
  parameterValues,
  type RuleParameter,
  rangeAround,
  SWEEP_LIMITS,
  type SweepAxis,
  tellingParameters,
} from '@botdepot/trading/browser';
import { useId, useState } from 'react';
import { formatCount, formatDecimal } from '../../../lib/format/numbers.ts';
import { type UrlValue, useUrlState } from '../../../lib/url/url-state.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FieldProblem } from '../../../ui/form/field.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { numberOf } from '../builder/number-stepper.tsx';
import { ChoiceField } from '../choice-field.tsx';
import { triesText } from '../tally-marks.tsx';
import { withNumber } from './field-grid.ts';
import { hurdleOf } from './sweep-findings.tsx';
import type { SweepStatus } from './use-sweep.ts';

/** Steps to both sides of what the rule says: nine values across, seven up. */
const STEPS = [4, 3] as const;
const ENDS = ['from', 'to', 'step'] as const;
const END_LABELS = { from: 'Von', to: 'Bis', step: 'Schritt' } as const;

/** An axis while somebody fills it in. */
interface AxisDraft {
  readonly path: string;
  readonly from: string;
  readonly to: string;
  readonly step: string;
}

/** In the address, so that a reload and the way back find what was chosen: `entryLong.right.bars_10_50_5`. */
const axisIn = (name: string): UrlValue<AxisDraft | null> => ({
  name,
  read: (found) => {
    const [path, from, to, step, ...more] = found?.slice(0, 200).split('_') ?? [];
    const isWhole = path && from !== undefined && to !== undefined && step !== undefined;
    return isWhole && more.length === 0 ? { path, from, to, step } : null;
  },
  write: (draft) => draft && [draft.path, draft.from, draft.to, draft.step].join('_'),
  role: 'order',
});
const AXES = { across: axisIn('quer'), up: axisIn('hoch') };

/** What the address says, where it names two numbers of this rule; else those that tell most. */
function draftsOf(
  parameters: readonly RuleParameter[],
  named: readonly (AxisDraft | null)[],
): readonly AxisDraft[] {
  const known = named
    .filter((one) => one !== null)
    .filter((one) => parameters.some(({ path }) => path === one.path));
  if (new Set(known.map(({ path }) => path)).size === STEPS.length) return known;
  return tellingParameters(parameters).map((parameter, index) => draftOf(parameter, STEPS[index]!));
}

const draftOf = (parameter: RuleParameter, steps: number): AxisDraft => {
  const { from, to, step } = rangeAround(parameter, steps);
  return { path: parameter.path, from: formatNumber(from), to: formatNumber(to), step: formatNumber(step) };
};

function rangeOf({ from, to, step }: AxisDraft): ParameterRange {
  return { from: numberOf(from), to: numberOf(to), step: numberOf(step) };
}

interface SweepSetupProps {
  parameters: readonly RuleParameter[];
  status: SweepStatus;
  /** What counts on these prices already; null until that is known. */
  count: TrialCount | null;
  days: number;
  /** Whether nothing can be run or counted here. */
  disabled: boolean;
  onRun: (axes: readonly [SweepAxis, SweepAxis]) => void;
  onCancel: () => void;
}

/** Which two numbers are varied and how far, and what that costs before it is done. */
export function SweepSetup({ parameters, status, count, days, disabled, onRun, onCancel }: SweepSetupProps) {
  const { value, set } = useUrlState(AXES);
  // The address follows: what is typed must not wait for it.
  const [drafts, setDrafts] = useState(() => draftsOf(parameters, [value.across, value.up]));
  const axes = drafts.map((draft): SweepAxis & { problem: string | null } => {
    const parameter = parameters.find(({ path }) => path === draft.path)!;
    const range = rangeOf(draft);
    const values = parameterValues(parameter, range);
    return { parameter, values, problem: problemOf(parameter, range, values) };
  });
  const [across, up] = [axes[0]!, axes[1]!];
  const fields = axes.reduce((product, { values }) => product * values.length, 1);
  const isRunning = status.step === 'running';
  const isValid = axes.every(({ problem }) => problem === null);
  const isTooLarge = isValid && fields > SWEEP_LIMITS.variants;
  const change = (index: number, draft: AxisDraft) => {
    const changed = drafts.map((one, at) => (at === index ? draft : one));
    setDrafts(changed);
    set({ across: changed[0] ?? null, up: changed[1] ?? null });
  };
  return (
    <Panel
      title="Welche Zahlen, wie weit?"
      note="Alles andere bleibt, wie es in Ihrer Regel steht"
      foot={
        <>
          <Button
            look="primary"
            pending={isRunning}
            disabled={disabled || !isValid || isTooLarge}
            onClick={() => onRun([across, up])}
          >
            {isValid ? `${triesText(fields)} rechnen` : 'Rechnen'}
          </Button>
          {isRunning && <Button onClick={onCancel}>Abbrechen</Button>}
          <Progress status={status} />
        </>
      }
    >
      <div className="grid gap-5 grid-cols-1 md:grid-cols-2">
        {drafts.map((draft, index) => (
          <AxisFields
            key={ENDS[index]}
            label={index === 0 ? 'Von links nach rechts' : 'Von unten nach oben'}
            draft={draft}
            values={axes[index]!.values}
            problem={axes[index]!.problem}
            choices={parameters.filter(
              ({ path }) => path === draft.path || drafts.every((other) => other.path !== path),
            )}
            onChoose={(parameter) => change(index, draftOf(parameter, STEPS[index]!))}
            onChange={(more) => change(index, { ...draft, ...more })}
          />
        ))}
      </div>
      <div className="pt-4 text-sm" aria-live="polite">
        {isTooLarge ? (
          <FieldProblem silent>
            {`${formatCount(fields)} Varianten sind zu viele, höchstens ${formatCount(SWEEP_LIMITS.variants)}.`}
          </FieldProblem>
        ) : (
          isValid && (
            <Costs
              fields={fields}
              size={[across.values.length, up.values.length]}
              count={count}
              days={days}
            />
          )
        )}
      </div>
    </Panel>
  );
}

function problemOf(
  { min, max, digits }: RuleParameter,
  { from, to, step }: ParameterRange,
  values: readonly number[],
): string | null {
  if ([from, to, step].some(Number.isNaN)) return 'Bitte überall eine Zahl eingeben.';
  if (step <= 0) return 'Der Schritt muss größer als null sein.';
  if (Number(step.toFixed(digits)) !== step)
    return digits === 0
      ? 'Hier gibt es nur ganze Schritte.'
      : `Der Schritt hat höchstens ${digits} Nachkommastellen.`;
  if (to < min || from > max) return `Möglich ist ${formatNumber(min)} bis ${formatNumber(max)}.`;
  return values.length < 2 ? 'Das sind weniger als zwei Werte.' : null;
}

interface CostsProps {
  fields: number;
  size: readonly [number, number];
  count: TrialCount | null;
  days: number;
}

/** What it costs to look, said before. All fields different from one another and from what was tried is the most it can be. */
function Costs({ fields, size, count, days }: CostsProps) {
  const tried = count === null || count.total === 0 ? 0 : count.effective;
  return (
    <p className="text-muted">
      {`${size.map(formatCount).join(' × ')} Felder kosten bis zu `}
      <strong className="font-620 text-text">{`${formatCount(fields)} ${fields === 1 ? 'Versuch' : 'Versuche'}`}</strong>
      {'. Was schon gezählt ist, zählt nicht noch einmal.'}
      {count !== null &&
        ` Die Hürde durch Glück liegt jetzt bei ${formatDecimal(hurdleOf(count, days))} und danach höchstens bei etwa ${formatDecimal(hurdleOf({ ...count, effective: tried + fields }, days))}.`}
    </p>
  );
}

interface AxisFieldsProps {
  label: string;
  draft: AxisDraft;
  values: readonly number[];
  problem: string | null;
  choices: readonly RuleParameter[];
  onChoose: (parameter: RuleParameter) => void;
  onChange: (more: Partial<AxisDraft>) => void;
}

function AxisFields({ label, draft, values, problem, choices, onChoose, onChange }: AxisFieldsProps) {
  const id = useId();
  return (
    <fieldset className="grid grid-cols-1 gap-2.5 content-start min-w-0 m-0 p-0 border-0">
      <legend className="vh">{label}</legend>
      <ChoiceField
        label={label}
        value={draft.path}
        onChange={(path) => {
          const chosen = choices.find((one) => one.path === path);
          if (chosen) onChoose(chosen);
        }}
      >
        {choices.map((parameter) => (
          <option key={parameter.path} value={parameter.path}>
            {withNumber(parameter, parameter.value)}
          </option>
        ))}
      </ChoiceField>
      <div className="grid grid-cols-3 gap-2">
        {ENDS.map((end) => (
          <div key={end} className="grid grid-cols-1 gap-1 min-w-0">
            <label className="text-sm text-muted" htmlFor={`${id}-${end}`}>
              {END_LABELS[end]}
            </label>
            <input
              id={`${id}-${end}`}
              className="w-full min-w-0 h-11 px-3 border border-control rounded-control bg-surface text-base tabular-nums"
              type="text"
              inputMode="decimal"
              autoComplete="off"
              value={draft[end]}
              aria-invalid={problem !== null || undefined}
              aria-describedby={`${id}-values`}
              onChange={({ currentTarget }) => onChange({ [end]: currentTarget.value })}
            />
          </div>
        ))}
      </div>
      <div id={`${id}-values`} className="text-sm text-muted tabular-nums">
        {problem === null ? valuesText(values) : <FieldProblem silent>{problem}</FieldProblem>}
      </div>
    </fieldset>
  );
}

const SHOWN_VALUES = 9;

/** „9 Werte: 30, 35, 40 …“: whole steps away from what the rule says now. */
function valuesText(values: readonly number[]): string {
  const texts = values.map(formatNumber);
  const shown =
    texts.length <= SHOWN_VALUES
      ? texts.join('; ')
      : `${texts.slice(0, 4).join('; ')} … ${texts.slice(-2).join('; ')}`;
  return `${formatCount(values.length)} Werte: ${shown}`;
}

function Progress({ status }: { status: SweepStatus }) {
  const id = useId();
  if (status.step === 'cancelled')
    return (
      <p className="text-sm text-muted" role="status">
        Abgebrochen. Es wurde nichts gezeigt und nichts gezählt.
      </p>
    );
  if (status.step !== 'running') return null;
  const { done, total } = status;
  return (
    <div className="flex-[1_1_10rem] flex items-center gap-3 min-w-0">
      <progress
        className="flex-1 min-w-0 h-1.5 accent-primary"
        aria-labelledby={id}
        value={done}
        max={total}
      />
      <span id={id} className="text-sm tabular-nums">{`${formatCount(done)} von ${formatCount(total)}`}</span>
    </div>
  );
}
