import { formatAmount, type Micros } from '@botdepot/money';
import { useState } from 'react';
import { TermHint } from '../../../entities/term/term-hint.tsx';
import { readAmountText } from '../../../lib/form/typed.ts';
import { dayLater, formatDate } from '../../../lib/format/dates.ts';
import {
  formatCount,
  formatPercent,
  NO_FIGURE,
  perHundred,
  shareOfCapital,
} from '../../../lib/format/numbers.ts';
import { formatUtcPeriod } from '../../../lib/format/plain-days.ts';
import { Button } from '../../../ui/form/button.tsx';
import { MoneyInput } from '../../../ui/form/money-input.tsx';
import { Segments } from '../../../ui/form/tabs.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { IconLock } from '../../../ui/icon/icons.ts';
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';
import { CancelStroke, Ledger } from '../../../ui/sheet/ledger.tsx';
import { Panel } from '../../../ui/sheet/panel.tsx';
import type { ShownResult } from '../own-candles/own-candles.ts';
import { missingText, NO_TEST_PERIOD, signed, tradesText } from './result-checks.ts';

const MONTHS = [
  { value: '91', label: '3' },
  { value: '182', label: '6' },
  { value: '365', label: '12' },
  { value: '730', label: '24' },
] as const;
const AMOUNT_LIMITS = { min: 1_000_000n as Micros, max: 1_000_000_000_000n as Micros, unit: 'USDT' };

/** What the past, drawn anew in blocks, would make of an amount. */
export function AmountPanel({ shown: { result, judgement } }: { shown: ShownResult }) {
  const [text, setText] = useState('1.000,00');
  const [chosen, setChosen] = useState<(typeof MONTHS)[number]['value']>('365');
  const { amount } = readAmountText(text, AMOUNT_LIMITS);
  const outlook = result.outlooks.find(({ days }) => String(days) === chosen)?.outlook;
  const months = MONTHS.find(({ value }) => value === chosen)!.label;
  const left = (share: number | undefined): string =>
    amount === null || share === undefined ? NO_FIGURE : formatAmount(shareOfCapital(amount, share));
  const known = outlook?.value ?? undefined;
  const { total } = judgement.trials;
  return (
    <Panel title="Für Ihren Betrag">
      <div className="grid grid-cols-1 gap-4">
        <MoneyInput
          label="Betrag"
          text={text}
          onTextChange={setText}
          {...AMOUNT_LIMITS}
          echo={(shown) => `Mit ${shown} gerechnet.`}
        />
        <div className="grid grid-cols-1 gap-1">
          <span className="text-sm text-muted">Dauer in Monaten</span>
          <Segments label="Dauer in Monaten" options={MONTHS} value={chosen} onChange={setChosen} />
        </div>
        {outlook !== undefined && outlook.value === null ? (
          <p className="text-muted">{missingText(outlook.missing)}</p>
        ) : (
          <>
            <Ledger
              caption={`Nach ${months} Monaten`}
              compact
              head={{ label: `Nach ${months} Monaten`, amount: 'USDT' }}
              lines={[
                { label: 'Eher schlecht', note: '10 von 100 sind schlechter', amount: left(known?.low) },
                { label: 'Typisch', note: 'die Hälfte ist besser', amount: left(known?.median) },
                { label: 'Eher gut', note: '10 von 100 sind besser', amount: left(known?.high) },
                {
                  label: 'Mit Verlust',
                  note: 'weniger als der Betrag',
                  amount: known ? `${perHundred(known.lossShare)} von 100` : NO_FIGURE,
                },
              ]}
            />
            <p className="text-sm text-muted">
              {`2.000-mal neu gemischt aus diesen ${formatCount(result.figures.days)} Tagen; eine andere Vergangenheit kennt die Rechnung nicht.${total > 1 ? ` Nach ${formatCount(total)} Versuchen eher zu günstig.` : ''}`}
            </p>
          </>
        )}
      </div>
    </Panel>
  );
}

interface TestPeriodPanelProps {
  shown: ShownResult;
  isRunning: boolean;
  onOpen: () => void;
}

/** Days that nothing has looked at: closed, or opened once and for good. */
export function TestPeriodPanel({ shown, isRunning, onOpen }: TestPeriodPanelProps) {
  const [asked, setAsked] = useState(false);
  const { testPeriod } = shown;
  const { from, until, opened } = testPeriod;
  if (opened !== null) return <OpenedPeriod opened={opened} />;
  if (from === null || until === null)
    return (
      <Panel title="Prüfzeitraum" note="Keiner">
        <p className="text-muted">{NO_TEST_PERIOD}</p>
      </Panel>
    );
  const period = formatUtcPeriod(from, dayLater(until, -1));
  return (
    <Panel title="Prüfzeitraum" note="Geschlossen">
      <div className="relative">
        <CancelStroke />
        <span className="absolute inset-0 grid place-items-center">
          <span className="inline-flex items-center gap-2 px-2 bg-surface font-620">
            <Icon as={IconLock} size={16} />
            {period}
          </span>
        </span>
      </div>
      <p className="mt-3 text-sm text-muted">
        Ein <TermHint id="test-period">Prüfzeitraum</TermHint>
        {' sind Tage, die keiner Ihrer Versuche gesehen hat. '}
        <b className="font-620 text-text">Sie lassen sich einmal öffnen.</b>
        {
          ' Danach steht an jedem Ergebnis auf diesen Kursen, dass Sie sie kennen. Das schützt vor Selbsttäuschung, nicht vor Betrug.'
        }
      </p>
      <div className="mt-4">
        <Button wide disabled={isRunning} onClick={() => setAsked(true)}>
          Prüfzeitraum öffnen …
        </Button>
      </div>
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title="Prüfzeitraum öffnen?"
        confirmLabel="Einmal öffnen"
        onConfirm={() => {
          setAsked(false);
          onOpen();
        }}
      >
        <p>
          {`Fassung ${shown.version} läuft über ${period}. Das geht auf diesen Kursen nur einmal, mit dieser einen Regel, und lässt sich nicht zurücknehmen.`}
        </p>
      </ConfirmDialog>
    </Panel>
  );
}

function OpenedPeriod({ opened }: { opened: NonNullable<ShownResult['testPeriod']['opened']> }) {
  const { result, isThisRule, at } = opened;
  const { figures, holding, trades } = result;
  return (
    <Panel
      title="Prüfzeitraum"
      note={`Geöffnet am ${formatDate(at)}, ${formatUtcPeriod(result.firstDay, result.lastDay)}`}
    >
      {!isThisRule && (
        <p className="mb-3">
          Prüfzeitraum schon gesehen: Sie haben ihn mit einer anderen Regel geöffnet. Für diese sagt er nichts
          mehr. Damals ergab er:
        </p>
      )}
      <KeyValues
        facts={[
          { label: isThisRule ? 'Ihre Regel' : 'Die andere Regel', value: signed(figures.totalReturn) },
          { label: 'Kaufen und halten', value: signed(holding.totalReturn) },
          { label: 'Größter Rückgang', value: formatPercent(figures.maxDrawdown) },
          { label: 'Abgeschlossen', value: tradesText(trades.count) },
        ]}
      />
    </Panel>
  );
}
