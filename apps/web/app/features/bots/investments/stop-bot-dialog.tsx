import { BOTS, canStop, FEES, type Investment, type InvestmentDetail } from '@botdepot/contract';
import { fromWire, inUsdt, type Micros } from '@botdepot/money';
import { useRef } from 'react';
import { formatPercent, NBSP, NO_FIGURE } from '../../../lib/format/numbers.ts';
import { useNav } from '../../../lib/live/live.tsx';
import { toast } from '../../../lib/page/toast.ts';
import { errorText } from '../../../lib/server/api.ts';
import { useCommand } from '../../../lib/server/use-command.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FieldProblem } from '../../../ui/form/field.tsx';
import { focusPageTitle } from '../../../ui/frame/page-focus.ts';
import { PlayMoneyMark } from '../../../ui/frame/play-money-bar.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { DialogColumns } from '../../../ui/overlay/overlay-parts.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Ledger, type LedgerLine } from '../../../ui/sheet/ledger.tsx';
import { Percent } from '../../../ui/sheet/percent.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { LedgerSkeleton } from '../../../ui/state/skeleton.tsx';
import { BOT_TOASTS, stoppedText } from '../bot-texts.ts';
import { useInvestment } from '../bots.queries.ts';
import { bookedByHand, type InvestmentValue, valueAt } from './investment-value.ts';

interface StopBotDialogProps {
  opened: boolean;
  onClose: () => void;
  /** As it was when the dialog opened; the newest state takes its place as soon as it is there. */
  investment: Investment;
  available: Micros | undefined;
}

/** What a stop would pay out at this moment, how it came about, and what the wallet holds then. */
export function StopBotDialog({ opened, onClose, investment: initial, available }: StopBotDialogProps) {
  // It only says more about the result: a stop does without it.
  const detail = useInvestment(initial.id, { throws: false });
  const investment = detail.data ?? initial;
  const nav = useNav(investment);
  const current = valueAt(investment, nav);
  const stopped = useRef(false);
  const shown = useRef(current.value);
  const { run, pending, error } = useCommand('bots.stopBot', {
    failed: { title: BOT_TOASTS.failed, text: BOT_TOASTS.stopFailed },
    onDone: (result) => {
      announceResult(result, shown.current);
      stopped.current = true;
      onClose();
    },
  });
  // In another tab, by the platform, or by an answer that was lost. One's own stop closes the dialog.
  const ended = !canStop(investment.status) && !stopped.current;
  const close = () => {
    if (!pending) onClose();
  };

  return (
    <Dialog
      opened={opened}
      onClose={close}
      size="56rem"
      flush
      // The button that opened it disappears with the stopped investment.
      onClosed={() => stopped.current && focusPageTitle()}
      title={`${BOTS[investment.botType].name} beenden`}
      note={`Anlage ${investment.reference}`}
      foot={
        <>
          <PlayMoneyMark />
          <Button onClick={close}>{ended ? 'Schließen' : 'Abbrechen'}</Button>
          {!ended && (
            <Button
              look="primary"
              pending={pending}
              disabled={!canStop(investment.status)}
              onClick={() => {
                // What the button says that it pays out.
                shown.current = current.value;
                run({ id: investment.id });
              }}
            >
              {`${inUsdt(current.value)} auszahlen und beenden`}
            </Button>
          )}
        </>
      }
    >
      <DialogColumns>
        <div>
          <div>
            <p className="text-sm text-muted">{ended ? 'Ausgezahlt' : 'Sie erhalten jetzt'}</p>
            <div className="[--unit-size:16px] text-3xl tracking-[-0.022em] max-md:text-2xl">
              <Amount value={current.value} unit="USDT" />
            </div>
            <p className="text-sm">
              <Amount value={current.profit} tone="delta" unit="USDT" />
              {' · '}
              <Percent fraction={current.returnFraction} signed />
              {` · größter Rückgang${bookedByHand(investment) === 0n ? '' : ' des Bots'}${NBSP}${formatPercent(investment.maxDrawdownFraction)}`}
            </p>
          </div>
          {detail.isPending ? (
            <LedgerSkeleton lines={4} />
          ) : (
            <PayoutSheet initial={investment.usdInitialAmount} current={current} detail={detail.data} />
          )}
        </div>
        <div>
          {ended ? (
            <Notice kind="info" title="Diese Anlage ist schon beendet">
              Der Betrag ist in Ihrem Wallet. Die Anlage steht unter „Beendete Bots“.
            </Notice>
          ) : (
            <AfterStop available={available} payout={current.value - FEES.botStop} />
          )}
          {error !== null && !ended && <FieldProblem>{errorText(error)}</FieldProblem>}
        </div>
      </DialogColumns>
    </Dialog>
  );
}

function AfterStop({ available, payout }: { available: Micros | undefined; payout: Micros }) {
  return (
    <>
      <Ledger
        caption="Ihr Wallet vorher und nachher"
        head={{ label: 'Ihr Wallet', amount: 'USDT' }}
        lines={[
          {
            label: 'Verfügbar vorher',
            amount: available === undefined ? NO_FIGURE : <Amount value={available} />,
          },
          { label: 'Auszahlung', amount: <Amount value={payout} signed /> },
        ]}
        total={{
          label: 'Verfügbar danach',
          amount: available === undefined ? NO_FIGURE : <Amount value={available + payout} />,
        }}
      />
      <Notice title="Was danach geschieht">
        Gebucht wird zum neuesten Anteilswert in dem Augenblick, in dem Ihr Klick ankommt. Bis dahin kann sich
        der Wert noch ändern. Der Betrag ist sofort im Wallet verfügbar, und die Anlage bleibt unter „Beendete
        Bots“ stehen.
      </Notice>
    </>
  );
}

interface PayoutSheetProps {
  initial: string;
  current: InvestmentValue;
  /** Without it the result stands as one line. */
  detail: InvestmentDetail | undefined;
}

/** The result before costs is what remains, so the sheet adds up at every tick. */
function PayoutSheet({ initial, current, detail }: PayoutSheetProps) {
  const costs = detail && fromWire(detail.breakdown.costs);
  const financing = detail ? fromWire(detail.breakdown.financing) : 0n;
  const manual = detail ? fromWire(detail.breakdown.manual) : 0n;
  const lines: LedgerLine[] = [{ label: 'Einsatz', amount: <Amount value={fromWire(initial)} /> }];
  if (costs === undefined)
    lines.push({ label: 'Ergebnis', amount: <Amount value={current.profit} signed /> });
  else {
    lines.push(
      {
        label: 'Ergebnis vor Kosten',
        amount: <Amount value={current.profit + costs + financing - manual} signed />,
      },
      { label: 'Handelskosten bisher', amount: <Amount value={-costs} /> },
    );
  }
  if (financing !== 0n) lines.push({ label: 'Finanzierung bisher', amount: <Amount value={-financing} /> });
  if (manual !== 0n) lines.push({ label: 'Manuelle Rendite', amount: <Amount value={manual} signed /> });
  lines.push({ label: 'Gebühr für das Beenden', amount: <Amount value={-FEES.botStop} /> });
  return (
    <Ledger
      caption="Woraus sich die Auszahlung ergibt"
      head={{ label: 'Auszahlung', amount: 'USDT' }}
      lines={lines}
      total={{ label: 'Auszahlung', amount: <Amount value={current.value - FEES.botStop} /> }}
    />
  );
}

/** The specification's pause between „Bot beendet“ and the result. */
const RESULT_DELAY_MS = 1000;

function announceResult(investment: Investment, shown: Micros): void {
  toast.success(BOT_TOASTS.stopped, stoppedText(investment, shown));
  const result = fromWire(investment.profit);
  const text = inUsdt(result, { sign: 'always' });
  // Not tied to the dialog: it is closed by then, and perhaps the page as well.
  setTimeout(() => {
    if (result < 0n) toast.info(BOT_TOASTS.loss, text);
    else toast.success(BOT_TOASTS.profit, text);
  }, RESULT_DELAY_MS);
}
