import {
  CALENDAR_RANGES,
  type Calendar,
  type CalendarField,
  formatNumber,
  type Leaf,
  type LeafPart,
  MONTHS,
  type Operand,
  type PriceField,
  type Rule,
  unitOf,
  WEEKDAYS,
} from '@botdepot/trading/browser';
import { clsx } from 'clsx';
import { useMemo } from 'react';
import { formatCount, formatDecimal, NO_FIGURE } from '../../../lib/format/numbers.ts';
import { ChoiceField } from '../choice-field.tsx';
import type { PreviewOrder } from '../preview/preview-messages.ts';
import { useNeighbours } from '../preview/use-preview.ts';
import { NumberStepper } from './number-stepper.tsx';
import {
  choiceOf,
  FACTOR,
  FIELDS,
  numbersOf,
  OFFSET,
  OPERAND_GROUPS,
  operandFor,
  THRESHOLD,
} from './operand-choices.ts';
import type { RulePath } from './rule-edit.ts';
import { valueAt, withValueAt } from './rule-edit.ts';

interface LineEditorProps {
  rule: Rule;
  path: RulePath;
  part: NonNullable<LeafPart['key']>;
  /** Null while the rule is not complete. */
  order: PreviewOrder | null;
  onChange: (rule: Rule) => void;
}

/** What a word of a line can say instead. */
export function LineEditor(props: LineEditorProps) {
  const { rule, path, part, onChange } = props;
  const leaf = valueAt(rule, path) as Leaf;
  const set = (next: Leaf) => onChange(withValueAt(rule, path, next));
  if (leaf.is === 'within') return <CalendarEditor leaf={leaf} interval={rule.interval} onChange={set} />;
  if (part === 'is') return <RelationEditor leaf={leaf} interval={rule.interval} onChange={set} />;
  if (part === 'bars' && 'of' in leaf)
    return (
      <NumberStepper
        range={{ label: 'Kerzen in Folge', min: 1, max: 500, step: 1, digits: 0 }}
        value={leaf.bars}
        onChange={(bars) => set({ ...leaf, bars })}
        autoFocus
      />
    );
  return <OperandEditor {...props} leaf={leaf} />;
}

const RELATIONS = [
  { value: 'above', label: 'liegt über' },
  { value: 'below', label: 'liegt unter' },
  { value: 'crossesAbove', label: 'steigt über (kreuzt von unten)' },
  { value: 'crossesBelow', label: 'fällt unter (kreuzt von oben)' },
  { value: 'rising', label: 'steigt seit … Kerzen' },
  { value: 'falling', label: 'fällt seit … Kerzen' },
  { value: 'within', label: 'Zeit statt Wert: Wochentag, Stunde, Tag, Monat' },
] as const;

const FIFTY: Operand = { kind: 'number', value: 50 };

function RelationEditor(props: {
  leaf: Exclude<Leaf, Calendar>;
  interval: Rule['interval'];
  onChange: (leaf: Leaf) => void;
}) {
  const { leaf, onChange } = props;
  const choose = (is: string) => {
    const left = 'of' in leaf ? leaf.of : leaf.left;
    if (is === 'within') onChange({ is, field: 'weekday', from: 1, to: 5 });
    else if (is === 'rising' || is === 'falling')
      onChange({ is, of: left, bars: 'of' in leaf ? leaf.bars : 3 });
    else if (is === 'above' || is === 'below' || is === 'crossesAbove' || is === 'crossesBelow')
      onChange({ is, left, right: 'of' in leaf ? FIFTY : leaf.right });
  };
  return (
    <ChoiceField label="Verbindung" value={leaf.is} onChange={choose} autoFocus>
      {RELATIONS.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </ChoiceField>
  );
}

const CALENDAR_WORDS: Readonly<Record<CalendarField, string>> = {
  weekday: 'Wochentag',
  hour: 'Stunde (UTC)',
  day: 'Tag des Monats',
  month: 'Monat',
};

const namesOf = (field: CalendarField): { value: number; label: string }[] => {
  const [low, high] = CALENDAR_RANGES[field];
  const names = { weekday: WEEKDAYS, month: MONTHS, hour: null, day: null }[field];
  return Array.from({ length: high - low + 1 }, (_, index) => {
    const value = low + index;
    return { value, label: names?.[index] ?? (field === 'hour' ? `${value} Uhr` : `${value}.`) };
  });
};

interface CalendarEditorProps {
  leaf: Calendar;
  interval: Rule['interval'];
  onChange: (leaf: Leaf) => void;
}

function CalendarEditor({ leaf, interval, onChange }: CalendarEditorProps) {
  const { field, from, to } = leaf;
  const fields = Object.keys(CALENDAR_WORDS) as CalendarField[];
  const changeField = (next: string) => {
    if (next === 'value') {
      onChange({ is: 'above', left: OPERAND_GROUPS[0]!.choices[0]!.operand, right: FIFTY });
      return;
    }
    const chosen = fields.find((one) => one === next) ?? field;
    const [low, high] = CALENDAR_RANGES[chosen];
    onChange({ is: 'within', field: chosen, from: low, to: high });
  };
  const options = namesOf(field).map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
  return (
    <div className="flex flex-wrap gap-3">
      <ChoiceField label="Zeit" value={field} onChange={changeField} autoFocus>
        {fields
          .filter((one) => one !== 'hour' || interval === '1h' || field === 'hour')
          .map((one) => (
            <option key={one} value={one}>
              {CALENDAR_WORDS[one]}
            </option>
          ))}
        <option value="value">Wert statt Zeit</option>
      </ChoiceField>
      <ChoiceField
        label="von"
        value={String(from)}
        onChange={(next) => onChange({ ...leaf, from: Number(next) })}
      >
        {options}
      </ChoiceField>
      <ChoiceField
        label="bis"
        value={String(to)}
        onChange={(next) => onChange({ ...leaf, to: Number(next) })}
      >
        {options}
      </ChoiceField>
    </div>
  );
}

function OperandEditor({
  rule,
  path,
  part,
  order,
  onChange,
  leaf,
}: LineEditorProps & { leaf: Exclude<Leaf, Calendar> }) {
  const key = part === 'of' ? 'of' : part === 'left' ? 'left' : 'right';
  const operandPath = [...path, key];
  const operand = valueAt(rule, operandPath) as Operand;
  const other = 'of' in leaf ? null : key === 'left' ? leaf.right : leaf.left;
  const set = (next: Operand) => onChange(withValueAt(rule, operandPath, next));
  const merge = (more: object) => set({ ...operand, ...more } as Operand);
  const choice = choiceOf(operand);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap gap-x-4 gap-y-3">
        <ChoiceField
          label="Wert"
          value={choice.value}
          onChange={(value) => set(operandFor(value, operand))}
          autoFocus={operand.kind !== 'number'}
        >
          {OPERAND_GROUPS.filter(({ choices }) => !('of' in leaf) || choices[0]!.value !== 'number').map(
            ({ label, choices }) => (
              <optgroup key={label} label={label}>
                {choices.map(({ value, label: name }) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ),
          )}
        </ChoiceField>
        {operand.kind === 'number' && (
          <NumberStepper
            range={THRESHOLD}
            value={operand.value}
            onChange={(value) => merge({ value })}
            autoFocus
          />
        )}
        {numbersOf(operand).map(({ key: name, range }) => (
          <NumberStepper
            key={name}
            range={range}
            value={(operand as unknown as Record<string, number>)[name]!}
            onChange={(value) => merge({ [name]: value })}
          />
        ))}
        {operand.kind === 'indicator' && 'field' in operand && (
          <ChoiceField
            label="Von"
            value={operand.field}
            onChange={(field) => merge({ field: field as PriceField })}
          >
            {FIELDS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </ChoiceField>
        )}
      </div>
      <p className="text-sm text-muted">
        <strong className="font-620 text-text">{choice.label}:</strong> {choice.explanation}
      </p>
      {operand.kind === 'number' && other !== null && unitOf(other) !== null && (
        <NumberNeighbours
          key={JSON.stringify(other)}
          order={order}
          beside={other}
          value={operand.value}
          ruleWith={(value) => withValueAt(rule, [...operandPath, 'value'], value)}
          onChoose={(value) => merge({ value })}
        />
      )}
      {operand.kind !== 'number' && (
        <details open={operand.offset !== 0 || operand.factor !== 1 || undefined}>
          <summary className="min-h-11 content-center text-sm font-550 cursor-pointer">Mehr</summary>
          <div className="flex flex-wrap gap-x-4 gap-y-3">
            <NumberStepper range={OFFSET} value={operand.offset} onChange={(offset) => merge({ offset })} />
            <NumberStepper range={FACTOR} value={operand.factor} onChange={(factor) => merge({ factor })} />
          </div>
        </details>
      )}
    </div>
  );
}

const NEIGHBOUR = clsx(
  'grid place-items-center min-h-11 min-w-0 py-1 px-1 text-sm text-center rounded-control cursor-pointer hover:bg-bg',
  'aria-[current=true]:text-primary aria-[current=true]:font-620',
);

interface NumberNeighboursProps {
  order: PreviewOrder | null;
  /** What the number is compared with. */
  beside: Operand;
  value: number;
  ruleWith: (value: number) => Rule;
  onChoose: (value: number) => void;
}

/** Where the number lies among the values beside it, and how many positions its neighbours would open. */
function NumberNeighbours({ order, beside, value, ruleWith, onChoose }: NumberNeighboursProps) {
  const step = stepOf(value);
  const values = [-2, -1, 0, 1, 2].map((steps) => Number((value + steps * step).toFixed(6)));
  const found = useNeighbours(order, beside, values.map(ruleWith));
  const histogram = found?.histogram ?? null;
  const most = useMemo(() => Math.max(1, ...(histogram?.counts ?? [])), [histogram]);
  return (
    <div className="grid grid-cols-1 gap-3">
      {histogram !== null && (
        <figure>
          <div className="flex items-end gap-px h-12 border-b border-lineal" aria-hidden>
            {histogram.counts.map((count, index) => {
              const middle =
                histogram.from + ((index + 0.5) / histogram.counts.length) * (histogram.to - histogram.from);
              return (
                <span
                  key={middle}
                  className={clsx('flex-1', middle < value ? 'bg-text' : 'bg-border')}
                  style={{ height: `${(count / most) * 100}%` }}
                />
              );
            })}
          </div>
          <figcaption className="flex justify-between gap-2 text-xs text-center text-muted tabular-nums">
            <span>{formatDecimal(histogram.from, { digits: digitsOf(histogram.to - histogram.from) })}</span>
            <span>wie oft der Wert vorkam</span>
            <span>{formatDecimal(histogram.to, { digits: digitsOf(histogram.to - histogram.from) })}</span>
          </figcaption>
        </figure>
      )}
      <ul className="grid grid-cols-5 gap-1" aria-label="Andere Zahlen und ihre Käufe">
        {values.map((one, index) => (
          <li key={one}>
            <button
              type="button"
              className={clsx(NEIGHBOUR, 'w-full')}
              aria-current={one === value || undefined}
              onClick={() => onChoose(one)}
            >
              <span className="text-xs text-muted">{formatNumber(one)}</span>
              <span className="tabular-nums font-620">
                {found?.entries[index] === undefined ? NO_FIGURE : formatCount(found.entries[index])}
                <span className="vh"> Einstiege</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="text-xs text-muted">
        Einstiege bei dieser Zahl und bei ihren Nachbarn. Sie allein zählen nicht als Versuch.
      </p>
    </div>
  );
}

/** A step that changes something: about a fiftieth of the number, at least one in its last digit. */
function stepOf(value: number): number {
  const size = Math.abs(value);
  if (size >= 1000) return 10 ** (Math.floor(Math.log10(size)) - 1);
  if (size >= 10) return 1;
  if (size >= 1) return 0.1;
  return size === 0 ? 1 : 0.01;
}

const digitsOf = (span: number): number => (span >= 20 ? 0 : span >= 2 ? 1 : span >= 0.2 ? 2 : 4);
