import {
  type BacktestData,
  BOTS,
  type BotType,
  COST_FACTORS,
  MARKET_LABELS,
  MARKET_SYMBOLS,
  MARKET_TYPES,
} from '@botdepot/contract';
import { clsx } from 'clsx';
import { type ChangeEvent, type FormEvent, type RefObject, useEffect, useId, useState } from 'react';
import { amountAsText, readAmountText } from '../../../lib/form/typed.ts';
import { NBSP } from '../../../lib/format/numbers.ts';
import { formatUtcPeriod } from '../../../lib/format/plain-days.ts';
import { useAllFigures } from '../../../ui/form/all-figures-button.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Chip } from '../../../ui/form/chip.tsx';
import { FieldProblem, TextField } from '../../../ui/form/field.tsx';
import { MoneyInput } from '../../../ui/form/money-input.tsx';
import { Segments } from '../../../ui/form/tabs.tsx';
import { IconPlayerPlay } from '../../../ui/icon/icons.ts';
import {
  type BacktestWish,
  CAPITAL_LIMITS,
  firstCapital,
  germanDay,
  inCatalogueOrder,
  offeredPresets,
  offeredSymbols,
  type Period,
  type PeriodTexts,
  type Preset,
  periodOf,
  periodProblem,
  readDay,
} from './backtest-wish.ts';

const SYMBOLS = clsx(
  'border-y border-border [&_summary]:list-item [&_summary]:py-[11px]',
  '[&_summary]:text-[15px]/5.5 [&_summary]:cursor-pointer',
  '[&_summary_b]:font-semibold',
);
const CHIPS = clsx(
  'flex flex-wrap gap-2 [&_.link-alone]:mr-3',
  "[&_.link-alone[aria-disabled='true']]:text-muted",
  "[&_.link-alone[aria-disabled='true']]:cursor-default",
);

interface BacktestFormProps {
  botType: BotType;
  data: BacktestData;
  history: Period;
  /** What the address asks for. */
  wish: BacktestWish | null;
  running: boolean;
  startButton: RefObject<HTMLButtonElement | null>;
  onStart: (wish: BacktestWish) => void;
}

/** Exactly what was typed; days as Germans write them. */
interface Draft extends PeriodTexts {
  capitalText: string;
  symbols: readonly string[];
  costFactor: BacktestWish['costFactor'];
}

/** Period, capital, costs and symbols. It follows the address, so „back“ brings the former choice as well. */
export function BacktestForm(props: BacktestFormProps) {
  const { botType, data, history, wish, running, startButton, onStart } = props;
  const offered = offeredSymbols(botType, data);
  const presets = offeredPresets(history);
  const [draft, setDraft] = useState<Draft>(() => draftOf(wish) ?? firstDraft(botType, history, offered));
  const [tried, setTried] = useState(false);
  // Nobody is corrected while typing.
  const [typing, setTyping] = useState(false);
  const asked = wish && JSON.stringify(draftOf(wish));
  useEffect(() => {
    // Written by this component's own `draftOf`.
    if (asked) setDraft(JSON.parse(asked) as Draft);
  }, [asked]);

  const whileTyping = { onFocus: () => setTyping(true), onBlur: () => setTyping(false) };
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const { amount: capital, problem: wrongCapital } = readAmountText(draft.capitalText, CAPITAL_LIMITS);
  const period = { firstDay: readDay(draft.firstText), lastDay: readDay(draft.lastText) };
  const wrongPeriod = periodProblem(draft, history);
  const shownProblem = tried || !typing ? wrongPeriod : null;
  const problemId = useId();
  const dayField = (field: keyof PeriodTexts) => ({
    name: DAY_NAMES[field],
    placeholder: 'TT.MM.JJJJ',
    autoComplete: 'off',
    enterKeyHint: 'done' as const,
    ...whileTyping,
    problemId: shownProblem?.field === field ? problemId : undefined,
    value: draft[field],
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [field]: event.currentTarget.value }),
  });
  // A link may ask for what few people set by hand: then that is shown, or it would be run unseen.
  const [isAll] = useAllFigures();
  const showsAll =
    isAll ||
    draft.costFactor !== 1 ||
    draft.symbols.length !== offered.length ||
    presetOf(period, history) === null;
  const symbols = inCatalogueOrder(draft.symbols.filter((symbol) => offered.includes(symbol)));
  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (running) return;
    setTried(true);
    if (wrongPeriod !== null) return focusField(event.currentTarget, DAY_NAMES[wrongPeriod.field]);
    if (capital === null) return focusField(event.currentTarget, 'kapital');
    if (symbols.length === 0) return;
    setTried(false);
    onStart({ ...period, costFactor: draft.costFactor, capital, symbols });
  };

  return (
    <form className="grid grid-cols-1 gap-4" onSubmit={start} noValidate aria-label="Rücktest einstellen">
      {(showsAll || presets.length > 1) && (
        <div className="flex flex-wrap gap-x-6 gap-y-4 max-md:grid max-md:grid-cols-1">
          {presets.length > 1 && (
            <div className="grid content-start gap-1.5">
              <p className="text-md font-semibold" aria-hidden>
                Zeitraum
              </p>
              <Segments
                label="Zeitraum"
                options={presets}
                value={presetOf(period, history)}
                onChange={(preset) => change(textsOf(periodOf(preset, history)))}
              />
            </div>
          )}
          {showsAll && (
            <div className="grid grid-cols-[repeat(2,minmax(0,11rem))] gap-4 max-md:grid-cols-2 max-md:gap-3 max-xs:grid-cols-1">
              <TextField label="Erster Tag" {...dayField('firstText')} />
              <TextField label="Letzter Tag" {...dayField('lastText')} />
            </div>
          )}
        </div>
      )}
      {/* One place for both: a button that moves away under the pointer cannot be pressed. */}
      <div className={clsx('min-h-5', showsAll && 'max-md:min-h-10')}>
        {shownProblem ? (
          <FieldProblem id={problemId}>{shownProblem.text}</FieldProblem>
        ) : (
          <p className="text-sm text-muted">
            {showsAll
              ? `Kurse gibt es vom ${formatUtcPeriod(history.firstDay, history.lastDay)}, Tage nach UTC.`
              : `Vom ${formatUtcPeriod(period.firstDay, period.lastDay)}.`}
          </p>
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,20rem)_minmax(12rem,1fr)] gap-x-6 gap-y-4 max-md:grid-cols-1">
        <MoneyInput
          label="Kapital"
          name="kapital"
          text={draft.capitalText}
          onTextChange={(capitalText) => change({ capitalText })}
          min={CAPITAL_LIMITS.min}
          max={CAPITAL_LIMITS.max}
          echo={(amount) => `Gerechnet wird mit ${amount}.`}
          serverProblem={
            tried && capital === null ? (wrongCapital ?? 'Bitte geben Sie einen Betrag an.') : null
          }
        />
        {showsAll && (
          <div className="grid content-start gap-1.5">
            <p className="text-md font-semibold" aria-hidden>
              Kostenfaktor
            </p>
            <Segments
              label="Kostenfaktor"
              options={COST_OPTIONS}
              value={String(draft.costFactor)}
              onChange={(text) =>
                change({ costFactor: COST_FACTORS.find((one) => String(one) === text) ?? 1 })
              }
            />
            <p className="text-sm text-muted">{COST_HINTS[draft.costFactor]}</p>
          </div>
        )}
      </div>
      {showsAll && (
        <SymbolChoice
          botType={botType}
          offered={offered}
          chosen={symbols}
          onChange={(next) => change({ symbols: next })}
        />
      )}
      {symbols.length === 0 && <FieldProblem>Bitte wählen Sie mindestens einen Markt.</FieldProblem>}
      <div>
        <Button ref={startButton} type="submit" look="primary" icon={IconPlayerPlay} pending={running}>
          Rücktest starten
        </Button>
      </div>
    </form>
  );
}

const DAY_NAMES = { firstText: 'von', lastText: 'bis' } as const;

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

const COST_OPTIONS = COST_FACTORS.map((factor) => ({ value: String(factor), label: `${factor}×` }));
const COST_HINTS: Record<BacktestWish['costFactor'], string> = {
  0: 'Ohne Kosten: So handelt niemand, aber man sieht, was sie ausmachen.',
  1: 'Gebühr, Spanne, Slippage und Finanzierung wie im laufenden Handel.',
  2: 'Alle Kosten doppelt: Bleibt dann noch etwas übrig?',
};

function firstDraft(botType: BotType, history: Period, offered: readonly string[]): Draft {
  return {
    ...textsOf(periodOf('1j', history)),
    capitalText: amountAsText(firstCapital(botType)),
    symbols: offered,
    costFactor: 1,
  };
}

function textsOf({ firstDay, lastDay }: Period): PeriodTexts {
  return { firstText: germanDay(firstDay), lastText: germanDay(lastDay) };
}

function draftOf(wish: BacktestWish | null): Draft | null {
  if (!wish) return null;
  const { firstDay, lastDay, capital, symbols, costFactor } = wish;
  return { ...textsOf({ firstDay, lastDay }), symbols, costFactor, capitalText: amountAsText(capital) };
}

/** The preset that the days are those of; none for a period of one's own. */
function presetOf({ firstDay, lastDay }: Period, history: Period): Preset | null {
  const same = offeredPresets(history).find(({ value }) => {
    const period = periodOf(value, history);
    return period.firstDay === firstDay && period.lastDay === lastDay;
  });
  return same?.value ?? null;
}

interface SymbolChoiceProps {
  botType: BotType;
  offered: readonly string[];
  chosen: readonly string[];
  onChange: (symbols: readonly string[]) => void;
}

/** Folded away: most people test the bot as it is. */
function SymbolChoice({ botType, offered, chosen, onChange }: SymbolChoiceProps) {
  const toggle = (symbol: string) =>
    onChange(chosen.includes(symbol) ? chosen.filter((one) => one !== symbol) : [...chosen, symbol]);
  const all = chosen.length === offered.length;
  return (
    <details className={SYMBOLS}>
      <summary>
        <b>Märkte</b>
        {all
          ? `: alle ${offered.length} des ${BOTS[botType].name}`
          : `: ${chosen.length} von ${offered.length}`}
      </summary>
      <div className="grid gap-4 pt-1 pb-4">
        {MARKET_TYPES.map((type) => {
          const ofType = MARKET_SYMBOLS.filter(
            ({ symbol, marketType }) => marketType === type && offered.includes(symbol),
          );
          if (ofType.length === 0) return null;
          return (
            <fieldset key={type} className="bare-fieldset">
              <legend className="pb-1.5 text-sm font-550 text-muted">{MARKET_LABELS[type]}</legend>
              <div className={CHIPS}>
                {ofType.map(({ symbol }) => (
                  <Chip key={symbol} pressed={chosen.includes(symbol)} onClick={() => toggle(symbol)}>
                    {symbol}
                  </Chip>
                ))}
              </div>
            </fieldset>
          );
        })}
        <div className={CHIPS}>
          <button type="button" className="link-alone" aria-disabled={all} onClick={() => onChange(offered)}>
            Alle wählen
          </button>
          <button
            type="button"
            className="link-alone"
            aria-disabled={chosen.length === 0}
            onClick={() => onChange([])}
          >
            Keinen wählen
          </button>
        </div>
        <p className="text-sm text-muted">
          {`Mit weniger Märkten handelt der Bot anders als im laufenden Betrieb: Sein Risiko verteilt er dann auf die${NBSP}gewählten.`}
        </p>
      </div>
    </details>
  );
}
