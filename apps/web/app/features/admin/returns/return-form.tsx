import { type ActiveInvestment, amountAfterReturn, BOTS, LIMITS } from '@botdepot/contract';
import { clsx } from 'clsx';
import type { Ref } from 'react';
import type { Navs } from '../../../lib/live-prices.ts';
import { lengthProblem } from '../../../lib/text-length.ts';
import { WALLET_UNIT } from '../../../lib/units.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useOpening } from '../../../lib/use-opening.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { Ledger } from '../../../ui/ledger.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { FourEyesHint } from '../four-eyes/four-eyes-notice.tsx';
import { sumOfReturns } from '../four-eyes/return-request.ts';
import type { Selection } from '../use-selection.ts';
import { PercentField } from './percent-field.tsx';
import { percentLabel, type ReadPercent, readPercentText } from './percent-text.ts';
import { ReturnDialog } from './return-dialog.tsx';
import { currentValue } from './returns.queries.ts';

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
export function ReturnForm({ selection, navs, percentRef }: ReturnFormProps) {
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
