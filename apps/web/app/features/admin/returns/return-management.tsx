import { type ActiveInvestment, amountAfterReturn, BOT_TYPES, BOTS, LIMITS } from '@botdepot/contract';
import { clsx } from 'clsx';
import { type KeyboardEvent, type Ref, useRef } from 'react';
import { lengthProblem } from '../../../lib/form/text-length.ts';
import { useForm } from '../../../lib/form/use-form.ts';
import { WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { useNavs } from '../../../lib/live/live.tsx';
import type { Navs } from '../../../lib/live/live-prices.ts';
import { queries } from '../../../lib/server/api.ts';
import { useFailureToast, useList } from '../../../lib/server/use-list.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { oneOf, pageNumber, text } from '../../../lib/url/url-state.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Chip } from '../../../ui/form/chip.tsx';
import { FIELD_BOX, FIELD_INPUT, Field, TextAreaField, useTouched } from '../../../ui/form/field.tsx';
import { useOpening } from '../../../ui/overlay/dialog.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { ListCsvButton } from '../../../ui/table/csv-button.tsx';
import { FilterBar, FilterSelect } from '../../../ui/table/filters.tsx';
import { PagedRows } from '../../../ui/table/paged-rows.tsx';
import { SearchField } from '../../../ui/table/search-field.tsx';
import { ADMIN_TOASTS, SEARCH_MIN_LENGTH } from '../admin-texts.ts';
import { CountedTitle } from '../counted-title.tsx';
import { FourEyesHint } from '../four-eyes/four-eyes-notice.tsx';
import { sumOfReturns } from '../four-eyes/return-request.ts';
import { SPLIT } from '../requests-tab.tsx';
import { type Selection, useSelection } from '../use-selection.ts';
import { InvestmentsTable } from './investments-table.tsx';
import {
  percentLabel,
  percentNumber,
  type ReadPercent,
  readPercentText,
  steppedPercent,
} from './percent-text.ts';
import { ReturnDialog } from './return-dialog.tsx';
import { activeInvestmentRows, currentValue, investmentFilter } from './returns.queries.ts';

const BOT_OPTIONS = BOT_TYPES.map((value) => ({ value, label: BOTS[value].name }));
const LIST = { query: text('suche'), botType: oneOf('bot', BOT_TYPES), page: pageNumber() };
const NOTHING = [] as const;

/** The tab „Bot Rendite Management“: the running investments of everybody, and returns booked by hand on them. */
export function ReturnManagement({ ownUserId }: { ownUserId: string }) {
  const list = useList(LIST, ({ page, ...filter }) =>
    queries.admin.listActiveInvestments.queryOptions({ input: { ...investmentFilter(filter), page } }),
  );
  const { value, set } = list;
  const { data, error } = list.query;
  useFailureToast(error, ADMIN_TOASTS.investmentsNotLoaded);
  const navs = useNavs();
  const selection = useSelection(data?.items ?? NOTHING, { limit: LIMITS.manualReturnsAtOnce });
  const percent = useRef<HTMLInputElement>(null);

  const canBook = useMay()('admin.applyReturn');
  const table = (
    <Panel
      flush
      title={<CountedTitle count={data?.total}>Aktive Anlagen</CountedTitle>}
      aside={
        <ListCsvButton
          total={data?.total}
          fileName="aktive-anlagen.csv"
          label="Aktive Anlagen"
          load={() => activeInvestmentRows(value)}
        />
      }
    >
      <FilterBar className="[&>:first-child]:flex-[1_1_14rem]">
        <SearchField
          minLength={SEARCH_MIN_LENGTH}
          label="Anlagen suchen"
          placeholder="E-Mail oder Kennung"
          value={value.query}
          onSearch={(query) => set({ query })}
        />
        <FilterSelect
          label="Bot"
          options={BOT_OPTIONS}
          value={value.botType}
          allLabel="Alle Bots"
          onChange={(botType) => set({ botType })}
        />
      </FilterBar>
      <PagedRows
        list={list}
        noun="Anlagen"
        expected={6}
        none={
          <EmptyState title="Keine aktive Anlage">
            Sobald ein Kunde einen Bot startet, steht seine Anlage hier.
          </EmptyState>
        }
        noMatch="Zu dieser Suche läuft keine Anlage. Beendete Anlagen stehen hier nicht."
      >
        {(items) => (
          <InvestmentsTable
            investments={items}
            navs={navs}
            selection={selection}
            canBook={canBook}
            ownUserId={ownUserId}
            onBook={() => percent.current?.focus()}
          />
        )}
      </PagedRows>
    </Panel>
  );
  if (!canBook) return table;
  return (
    <div className={SPLIT} data-list="narrow">
      {table}
      <div className="@container scroll-mt-21">
        <ReturnForm selection={selection} navs={navs} percentRef={percent} />
      </div>
    </div>
  );
}

const FORM = clsx(
  'grid grid-cols-1 gap-4 @min-[640px]:grid-cols-2 @min-[640px]:gap-x-8 @min-[640px]:items-start',
  '@min-[640px]:[&>[data-whole]]:col-span-full',
);

interface ReturnFormProps {
  selection: Selection<ActiveInvestment>;
  navs: Navs;
  percentRef: Ref<HTMLInputElement>;
}

interface Review {
  investments: readonly ActiveInvestment[];
  hundredths: bigint;
  reason: string;
}

/** „Rendite buchen“: percentage and reason for what is chosen, then the review. */
function ReturnForm({ selection, navs, percentRef }: ReturnFormProps) {
  const form = useForm({ initialValues: { percent: '', reason: '' } });
  const { reason } = form.values;
  const [review, open, close] = useOpening<Review>();
  const percent = readPercentText(form.values.percent);
  const { hundredths } = percent;
  const { rows: investments } = selection;
  const tooLong = lengthProblem(reason, LIMITS.bookingReason.maxLength);
  const missing = missingStep(investments.length, percent, reason);

  const send = () => {
    if (missing !== null || tooLong !== null || hundredths === null) return;
    open({ investments, hundredths, reason: reason.trim() });
  };
  const reset = () => {
    form.reset();
    selection.clear();
  };

  return (
    <Panel title="Rendite buchen" note={chosenText(investments)}>
      <form {...form.props(send)} className={FORM}>
        <PercentField
          text={form.values.percent}
          onTextChange={form.fields.percent.onChange}
          ref={percentRef}
        />
        <TextAreaField
          {...form.fields.reason}
          label="Grund, sichtbar für den Kunden"
          placeholder="z. B. verspätete Ausführung"
          help="Er bleibt in den Büchern stehen. Bitte keine persönlichen Angaben."
          problem={tooLong}
          rows={2}
        />
        <div data-whole className="stack">
          <Preview investments={investments} navs={navs} hundredths={hundredths} />
          <FourEyesHint amount={sumOfReturns(investments, navs, hundredths)} />
          <Button type="submit" look="primary" wide disabled={missing !== null || tooLong !== null}>
            Rendite anwenden
          </Button>
          {missing !== null && <p className="text-sm text-muted">{missing}</p>}
        </div>
      </form>
      {review && (
        <ReturnDialog
          key={review.key}
          opened={review.isOpen}
          navs={navs}
          {...review.subject}
          onClose={close}
          onBooked={reset}
        />
      )}
    </Panel>
  );
}

/** Why the button rests, one step at a time; null when it does not. */
function missingStep(chosen: number, { hundredths, problem }: ReadPercent, reason: string): string | null {
  if (chosen === 0) return 'Bitte wählen Sie in der Liste mindestens eine Anlage.';
  // The field says what is wrong.
  if (problem !== null) return 'Bitte prüfen Sie die Rendite.';
  if (hundredths === null) return 'Bitte geben Sie eine Rendite an, die nicht 0 ist.';
  if (reason.trim().length < LIMITS.bookingReason.minLength) return 'Bitte geben Sie einen Grund an.';
  return null;
}

function chosenText(investments: readonly ActiveInvestment[]): string {
  const [first, ...others] = investments;
  if (!first) return 'Noch keine Anlage gewählt';
  if (others.length > 0) return `${investments.length} Anlagen`;
  return `${first.email} · ${BOTS[first.botType].name} · ${first.reference}`;
}

interface PreviewProps {
  investments: readonly ActiveInvestment[];
  navs: Navs;
  hundredths: bigint | null;
}

function Preview({ investments, navs, hundredths }: PreviewProps) {
  if (investments.length === 0 || hundredths === null) return null;
  const values = investments.map((investment) => currentValue(investment, navs));
  const before = values.reduce((sum, value) => sum + value, 0n);
  const after = values.reduce((sum, value) => sum + amountAfterReturn(value, hundredths), 0n);
  return (
    <Ledger
      compact
      caption="Wert vorher und nachher"
      head={{ label: 'Anlagen', amount: WALLET_UNIT }}
      lines={[
        { label: 'Wert vorher', amount: <Amount value={before} /> },
        {
          label: `Manuelle Rendite, ${percentLabel(hundredths)}`,
          amount: <Amount value={after - before} signed />,
        },
      ]}
      total={{ label: 'Wert nachher', amount: <Amount value={after} /> }}
    />
  );
}

const PERCENT = clsx(
  '[input&]:text-right [input&]:text-[20px] [input&]:font-semibold [input&]:tabular-nums',
  '[input&]:placeholder:text-control [input&]:placeholder:opacity-100',
);

const PRESETS = [50n, 100n, 200n, -50n];

interface PercentFieldProps {
  /** Exactly what was typed; read it with `readPercentText`. */
  text: string;
  onTextChange: (text: string) => void;
  disabled?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** A text field for the same reason as `MoneyInput`; the arrow keys go in steps of 0.1. */
function PercentField({ text, onTextChange, disabled, ref }: PercentFieldProps) {
  const { touched, setTouched, onBlur, onKeyDown } = useTouched();
  const { hundredths, problem } = readPercentText(text);
  const change = (next: string) => {
    setTouched(false);
    onTextChange(next);
  };
  const step = (event: KeyboardEvent) => {
    onKeyDown(event);
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    change(steppedPercent(text, event.key === 'ArrowUp' ? 1 : -1));
  };
  const shownProblem = touched ? problem : null;
  return (
    <div>
      <Field label="Rendite in Prozent" problem={shownProblem}>
        {(ids) => (
          <div
            className={FIELD_BOX}
            data-invalid={shownProblem ? true : undefined}
            data-disabled={disabled || undefined}
          >
            <input
              ref={ref}
              type="text"
              name="percent"
              role="spinbutton"
              aria-valuenow={hundredths === null ? undefined : Number(hundredths) / 100}
              aria-valuetext={hundredths === null ? text : percentLabel(hundredths)}
              placeholder="0,0"
              autoComplete="off"
              enterKeyHint="done"
              id={ids.input}
              className={`${FIELD_INPUT} ${PERCENT}`}
              disabled={disabled}
              value={text}
              onChange={(event) => change(event.currentTarget.value)}
              onKeyDown={step}
              onBlur={onBlur}
              aria-describedby={ids.describedBy}
              aria-invalid={shownProblem ? true : undefined}
            />
            <span className="flex-none text-[14px] font-medium text-muted">%</span>
          </div>
        )}
      </Field>
      <fieldset className="bare-fieldset">
        <legend className="vh">Rendite übernehmen</legend>
        <div className="grid grid-cols-4 gap-2 mt-1.5 [&>button]:py-0 [&>button]:px-1">
          {PRESETS.map((preset) => (
            <Chip
              key={String(preset)}
              pressed={preset === hundredths}
              disabled={disabled}
              onClick={() => onTextChange(percentNumber(preset))}
            >
              {percentLabel(preset)}
            </Chip>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
