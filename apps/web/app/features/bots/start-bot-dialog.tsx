import {
  BOTS,
  type Bot,
  type BotProfile,
  type BotType,
  FEES,
  type Investment,
  type ReportSummary,
} from '@botdepot/contract';
import { formatAmount, fromWire, inUsdt, type Micros, toWire } from '@botdepot/money';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { OutcomeBand } from '../../entities/bot/outcome-band.tsx';
import { RiskMark } from '../../entities/bot/risk-mark.tsx';
import { readAmountText } from '../../lib/form/typed.ts';
import { formatPercent, NBSP, NO_FIGURE, shareOfCapital } from '../../lib/format/numbers.ts';
import { formatUtcPeriod } from '../../lib/format/plain-days.ts';
import { FUNDS_WENT_ELSEWHERE } from '../../lib/format/wallet-words.ts';
import { useNow } from '../../lib/live/now.ts';
import { useIsPhone } from '../../lib/page/device.ts';
import { toast } from '../../lib/page/toast.ts';
import { errorCode, errorText } from '../../lib/server/api.ts';
import { useCommand } from '../../lib/server/use-command.ts';
import { urls } from '../../lib/url/urls.ts';
import { Button } from '../../ui/form/button.tsx';
import { FieldProblem } from '../../ui/form/field.tsx';
import { type AmountChip, MoneyInput, useFrozenValue } from '../../ui/form/money-input.tsx';
import { PlayMoneyMark } from '../../ui/frame/play-money-bar.tsx';
import type { Opening } from '../../ui/overlay/dialog.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogColumns } from '../../ui/overlay/overlay-parts.tsx';
import { Amount } from '../../ui/sheet/amount.tsx';
import { Ledger, type LedgerLine } from '../../ui/sheet/ledger.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { LedgerSkeleton } from '../../ui/state/skeleton.tsx';
import { nextWindowText, waitingText } from './bot-page/event-texts.ts';
import { BOT_TOASTS } from './bot-texts.ts';
import { MeasuredRecord, usePublishedReport } from './measured-record.tsx';
import { heldText, stopDistanceText } from './protection-text.ts';

interface StartBotDialogProps {
  /** Which bot it was opened for; null before. */
  opening: Opening<BotType> | null;
  onClose: () => void;
  bots: readonly Bot[] | undefined;
  /** Null when the wallet cannot be had. */
  available: Micros | null | undefined;
  /** A bot was started, and the dialog is gone from the screen: before that the focus would come back to its button. */
  onStarted?: ((investment: Investment) => void) | undefined;
}

/** Amount and review in one view: what leaves the wallet, what 30 days could have meant for it, costs, stop rule. */
export function StartBotDialog({ opening, bots, available, ...rest }: StartBotDialogProps) {
  if (!opening) return null;
  return (
    <StartDialog
      key={opening.key}
      opened={opening.isOpen}
      botType={opening.subject}
      bot={bots?.find(({ botType }) => botType === opening.subject)}
      available={available ?? undefined}
      {...rest}
    />
  );
}

interface StartDialogProps extends Pick<StartBotDialogProps, 'onClose' | 'onStarted'> {
  opened: boolean;
  botType: BotType;
  bot: Bot | undefined;
  available: Micros | undefined;
}

const MINUTE_MS = 60_000;
/** Refusals that belong to the amount and stand at its field. */
const AMOUNT_CODES = new Set(['INSUFFICIENT_WALLET_BALANCE', 'AMOUNT_BELOW_MINIMUM', 'AMOUNT_ABOVE_MAXIMUM']);

function StartDialog(props: StartDialogProps) {
  const { opened, onClose, botType, bot, onStarted } = props;
  const profile = BOTS[botType];
  const [text, setText] = useState('');
  const started = useRef<Investment>(undefined);
  const { run, pending, error, maybeDone, forget } = useCommand('bots.startBot', {
    failed: { title: BOT_TOASTS.failed, text: BOT_TOASTS.startFailed },
    onDone: (investment, { amountUsd }) => {
      toast.success(BOT_TOASTS.started, `${inUsdt(fromWire(amountUsd))} sind im ${profile.name} angelegt.`);
      started.current = investment;
      onClose();
    },
  });
  const problem = error === null ? null : errorText(error);
  const isOfAmount = AMOUNT_CODES.has(errorCode(error) ?? '');
  // Its amount may have left the wallet already.
  const available = useFrozenValue(props.available, maybeDone);
  const [availableAtChange, setAvailableAtChange] = useState(available);
  const read = (max: Micros | undefined) => readAmountText(text, { min: profile.minimum, max }).amount;
  const amount = read(available);
  const wasCovered = availableAtChange !== undefined && read(availableAtChange) !== null;
  const wentElsewhere = available !== undefined && wasCovered && amount === null;
  const close = () => {
    if (!pending) onClose();
  };
  const change = (next: string) => {
    setText(next);
    setAvailableAtChange(available);
    forget();
  };

  return (
    <Dialog
      opened={opened}
      onClose={close}
      onClosed={() => started.current && onStarted?.(started.current)}
      size="56rem"
      flush
      title={
        <span className="inline-flex flex-wrap items-center gap-x-3.5 gap-y-0.5">
          {`${profile.name} starten`}
          <RiskMark level={profile.risk} word={profile.riskLabel} />
        </span>
      }
      foot={
        <>
          <PlayMoneyMark />
          <Button onClick={close}>Abbrechen</Button>
          <Button
            look="primary"
            pending={pending}
            disabled={amount === null || available === undefined}
            onClick={() => amount !== null && run({ botType, amountUsd: toWire(amount) })}
          >
            {amount === null ? 'Investieren' : `${inUsdt(amount)} investieren`}
          </Button>
        </>
      }
    >
      <DialogColumns>
        <div>
          {bot?.protection?.operator && (
            <Notice kind="warning" title={`Der ${profile.name} ist angehalten`}>
              <p>{heldText(bot.protection.operator)}</p>
              <p>
                Sie können trotzdem investieren. Bis der Betreiber ihn fortsetzt, kauft der Bot auch mit Ihrem
                Einsatz nichts.
              </p>
            </Notice>
          )}
          <StartAmount
            profile={profile}
            available={available}
            text={text}
            onTextChange={change}
            problem={
              wentElsewhere
                ? `${FUNDS_WENT_ELSEWHERE}: verfügbar sind jetzt ${inUsdt(available)}.`
                : isOfAmount
                  ? problem
                  : null
            }
            disabled={pending}
          />
          <WalletSheet name={profile.name} available={available} amount={amount} />
          {problem && !isOfAmount && <FieldProblem>{problem}</FieldProblem>}
          <Notice title="Schutzregeln">
            <p>{profile.protection}</p>
            {bot?.protection && <p>{stopDistanceText(bot.protection, amount ?? profile.minimum)}</p>}
          </Notice>
          {bot?.tradesOnEvents && <NextWindow next={bot.nextEvent} />}
          <Notice title="Was danach geschieht">
            Ihr Einsatz kauft Anteile am Modellportfolio, zum neuesten Anteilswert in dem Augenblick, in dem
            Ihr Klick ankommt. Sie können jederzeit beenden und erhalten dann den Wert Ihrer Anteile.
          </Notice>
        </div>
        <div>
          <StartOutlook botType={botType} amount={amount} onLeave={close} />
          <MeasuredRecord botType={botType} bot={bot} onLeave={close} />
          <BotRules profile={profile} />
        </div>
      </DialogColumns>
    </Dialog>
  );
}

interface StartAmountProps {
  profile: BotProfile;
  available: Micros | undefined;
  text: string;
  onTextChange: (text: string) => void;
  problem: string | null;
  disabled: boolean;
}

function StartAmount({ profile, available, text, onTextChange, problem, disabled }: StartAmountProps) {
  // On phones the keyboard would cover what has to be read first.
  const phone = useIsPhone();
  const limits = [
    `Mindestens ${inUsdt(profile.minimum)}.`,
    ...(available === undefined ? [] : [`Verfügbar: ${inUsdt(available)}.`]),
  ];
  return (
    <MoneyInput
      label="Betrag"
      text={text}
      onTextChange={onTextChange}
      min={profile.minimum}
      max={available}
      echo={(amount) => `Sie investieren ${amount}.`}
      limitsText={limits.join(' ')}
      chips={amountChips(profile.minimum, available)}
      serverProblem={problem}
      readOnly={disabled}
      data-autofocus={phone ? undefined : true}
    />
  );
}

/** The minimum, some multiples of it, and everything. */
function amountChips(minimum: Micros, available: Micros | undefined): AmountChip[] {
  if (available === undefined) return [];
  const steps = [minimum, minimum * 5n, minimum * 10n].filter((step) => step < available);
  return [
    ...steps.map((step) => ({ label: formatAmount(step), amount: step })),
    ...(available >= minimum ? [{ label: 'alles', amount: available }] : []),
  ];
}

interface WalletSheetProps {
  name: string;
  available: Micros | undefined;
  amount: Micros | null;
}

function WalletSheet({ name, available, amount }: WalletSheetProps) {
  const after = available === undefined ? undefined : available - (amount ?? 0n) - FEES.botStart;
  return (
    <Ledger
      caption="Ihr Wallet vorher und nachher"
      head={{ label: 'Ihr Wallet', amount: 'USDT' }}
      lines={[
        {
          label: 'Verfügbar vorher',
          amount: available === undefined ? NO_FIGURE : <Amount value={available} />,
        },
        { label: `Einsatz ${name}`, amount: amount === null ? NO_FIGURE : <Amount value={-amount} /> },
        { label: 'Startgebühr', amount: <Amount value={-FEES.botStart} /> },
      ]}
      total={{
        label: 'Verfügbar danach',
        amount: after === undefined ? NO_FIGURE : <Amount value={after} />,
      }}
    />
  );
}

/** A bot of the calendar does nothing until its next window: the money waits with it. */
function NextWindow({ next }: { next: Bot['nextEvent'] }) {
  const now = useNow(MINUTE_MS);
  return <Notice title="Wann er handelt">{`${nextWindowText(next, now)} ${waitingText(next, now)}`}</Notice>;
}

function BotRules({ profile }: { profile: BotProfile }) {
  return (
    <dl className="text-[14px]/[21px] [&_dt]:font-semibold [&_dd]:mb-3 [&_dd]:text-muted [&_dd:last-child]:mb-0">
      <dt>Was er tut</dt>
      <dd>{profile.summary}</dd>
      <dt>Wann er verliert</dt>
      <dd>{`Er verliert, ${profile.losesWhen}`}</dd>
    </dl>
  );
}

interface StartOutlookProps {
  botType: BotType;
  /** What was typed; until then the bot's minimum stands for it. */
  amount: Micros | null;
  onLeave: () => void;
}

/** What stretches of 30 days in the published backtest would have meant for this amount, and what trading takes. */
function StartOutlook({ botType, amount, onLeave }: StartOutlookProps) {
  const { report, missing } = usePublishedReport(botType);
  const shown = amount ?? BOTS[botType].minimum;
  const example = amount === null ? ', dem Mindestbetrag,' : '';
  return (
    <>
      <section aria-label="Was 30 Tage bedeutet hätten">
        <p className="pb-2 text-md font-semibold text-balance">
          {`Was 30${NBSP}Tage mit ${inUsdt(shown)}${example} bedeutet hätten`}
        </p>
        {report?.thirtyDays ? (
          <OutcomeBand
            windows={report.thirtyDays}
            amount={shown}
            source={
              <>
                {`${sourceText(report)} Frühere Ergebnisse sagen nichts über künftige aus. `}
                <Link className="link" to={urls.botReport(botType)} onClick={onLeave}>
                  Rücktest öffnen
                </Link>
              </>
            }
          />
        ) : missing || report ? (
          <p className="text-[14px]/[21px] text-muted">
            Der Rücktest ist gerade nicht verfügbar. Es steht deshalb keine Zahl hier.
          </p>
        ) : (
          <LedgerSkeleton lines={6} total={false} />
        )}
      </section>
      <Ledger
        compact
        caption="Kosten"
        head={{ label: 'Kosten', amount: 'USDT' }}
        lines={[
          { label: 'Start und Ende', amount: <Amount value={FEES.botStart + FEES.botStop} /> },
          ...(report ? costsOfMonth(report, shown) : []),
        ]}
      />
    </>
  );
}

function sourceText({ provenance }: ReportSummary): string {
  return `Rücktest auf echten Kursen, ${formatUtcPeriod(provenance.firstDay, provenance.lastDay)}, nach Kosten.`;
}

const MONTH_OF_YEAR = 30 / 365;

/** A year's costs of the report, for 30 days. */
function costsOfMonth({ costsPerYear }: ReportSummary, amount: Micros): LedgerLine[] {
  return [
    { name: 'Handelskosten', perYear: costsPerYear.trading },
    { name: 'Finanzierung', perYear: costsPerYear.financing },
  ]
    .filter(({ perYear }) => perYear > 0)
    .map(({ name, perYear }) => {
      const share = perYear * MONTH_OF_YEAR;
      return {
        label: `${name} in 30${NBSP}Tagen, typisch`,
        note: `${formatPercent(share)} aus dem Rücktest, oben schon abgezogen`,
        amount: <Amount value={-shareOfCapital(amount, share)} />,
      };
    });
}
