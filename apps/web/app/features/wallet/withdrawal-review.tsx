import { FEES, type Wallet } from '@botdepot/contract';
import { fromWire, inUsd, inUsdt, type Micros } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FUNDS_WENT_ELSEWHERE } from '../../lib/funds-went-elsewhere.ts';
import { REQUEST_UNIT, WALLET_UNIT } from '../../lib/units.ts';
import { useFrozenValue } from '../../lib/use-frozen-value.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Ledger } from '../../ui/ledger.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ReviewPanel } from '../../ui/review-panel.tsx';
import type { ReviewStepProps } from './request-flow.tsx';
import { USUAL_TIME } from './request-timeline.ts';
import { RetryHint } from './retry-hint.tsx';
import { WaitingFigure } from './waiting-figure.tsx';
import { addressQuery, walletQuery } from './wallet.queries.ts';

/** Second step of a withdrawal. */
export function WithdrawalReview({ ready, command, onConfirm, onBack }: ReviewStepProps) {
  const { data: addresses } = useQuery(addressQuery(ready.currency));
  const { amount, currency, address } = ready;
  const { pending, error, maybeDone } = command;
  const { data: newest } = useQuery(walletQuery());
  // Once sent it may have reserved the amount itself, also when its answer was lost.
  const wallet = useFrozenValue(newest, maybeDone);
  const available = wallet && fromWire(wallet.available);
  const uncovered = available !== undefined && amount > available;
  const own = addresses?.ownAddress === address;

  return (
    <ReviewPanel
      lead="Sie zahlen aus"
      aside={`in ${currency}`}
      amount={<Amount value={amount} unit={REQUEST_UNIT} />}
      target={{
        label: own ? `An Ihre Spielgeld-Adresse (${currency})` : `An die Adresse (${currency})`,
        value: address,
      }}
      next={`Wir reservieren den Betrag und prüfen die Auszahlung. ${USUAL_TIME.withdrawal} Abgebucht wird erst mit der Bestätigung. Bis dahin können Sie stornieren.`}
      confirmLabel={`${inUsd(amount)} auszahlen`}
      onConfirm={onConfirm}
      confirmDisabled={uncovered}
      onBack={onBack}
      pending={pending}
      problem={error === null ? undefined : <RetryHint error={error} />}
    >
      <Ledger
        caption="Betrag und Gebühr"
        head={{ label: 'Auszahlung', amount: REQUEST_UNIT }}
        lines={[
          { label: 'Betrag', amount: <Amount value={amount} /> },
          { label: 'Gebühr', amount: <Amount value={FEES.withdrawal} /> },
        ]}
        total={{ label: 'Sie erhalten', amount: <Amount value={amount - FEES.withdrawal} /> }}
      />
      {uncovered ? (
        <div role="alert">
          <Notice kind="warning" title={FUNDS_WENT_ELSEWHERE}>
            <p>{`Verfügbar sind jetzt ${inUsdt(available)}.`}</p>
            <Button size="sm" onClick={onBack}>
              Betrag ändern
            </Button>
          </Notice>
        </div>
      ) : (
        <WalletAfter amount={amount} wallet={wallet} />
      )}
    </ReviewPanel>
  );
}

/** A request moves nothing out of the wallet: it reserves. */
function WalletAfter({ amount, wallet }: { amount: Micros; wallet: Wallet | undefined }) {
  const pair = (before: string | undefined, change: Micros): { before: ReactNode; amount: ReactNode } => {
    if (before === undefined) {
      return { before: <WaitingFigure />, amount: <WaitingFigure /> };
    }
    const value = fromWire(before);
    return { before: <Amount value={value} tone="muted" />, amount: <Amount value={value + change} /> };
  };
  return (
    <Ledger
      caption="Ihr Wallet vorher und nachher"
      head={{ label: `Ihr Wallet, ${WALLET_UNIT}`, before: 'Vorher', amount: 'Nachher' }}
      lines={[
        { label: 'Verfügbar', ...pair(wallet?.available, -amount) },
        { label: 'Reserviert', ...pair(wallet?.usdLockedBalance, amount) },
      ]}
      total={{ label: 'Wallet', ...pair(wallet?.usdBalance, 0n) }}
    />
  );
}
