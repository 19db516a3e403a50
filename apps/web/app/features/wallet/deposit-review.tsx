import { FEES, PLAY_MONEY_NOTICE } from '@botdepot/contract';
import { fromWire, inUsd, type Micros } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../lib/api.ts';
import { REQUEST_UNIT, WALLET_UNIT } from '../../lib/units.ts';
import { AddressBox } from '../../ui/address-box.tsx';
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

/** As high as the address with its code, so nothing jumps when it arrives. */
const ADDRESS_PLACE = 'h-38 border border-border rounded-box bg-bg';

/** Second step of a deposit. */
export function DepositReview({ ready, command, onConfirm, onBack }: ReviewStepProps) {
  const { amount, currency } = ready;
  const { pending, error } = command;
  return (
    <ReviewPanel
      lead="Sie zahlen ein"
      aside={`in ${currency}`}
      amount={<Amount value={amount} unit={REQUEST_UNIT} />}
      next={`Wir legen die Einzahlung an und prüfen sie. ${USUAL_TIME.deposit} Danach steht der Betrag in Ihrem Wallet. Bis dahin können Sie stornieren.`}
      confirmLabel={`${inUsd(amount)} einzahlen`}
      onConfirm={onConfirm}
      onBack={onBack}
      pending={pending}
      problem={error === null ? undefined : <RetryHint error={error} />}
    >
      <Notice kind="play" title={PLAY_MONEY_NOTICE}>
        Dies ist eine Spielgeld-Adresse. Kein Netz nimmt sie an. Senden Sie kein echtes Geld und keine echten
        Coins.
      </Notice>
      <DepositAddress currency={currency} />
      <WalletAfter amount={amount} />
    </ReviewPanel>
  );
}

function DepositAddress({ currency }: Pick<ReviewStepProps['ready'], 'currency'>) {
  const { data, error, isFetching, refetch } = useQuery(addressQuery(currency));
  if (data) return <AddressBox label={`Adresse für ${currency}`} address={data.address} />;
  if (!error) return <div className={ADDRESS_PLACE} aria-hidden />;
  return (
    <Notice kind="warning" title="Die Adresse fehlt gerade">
      <p>{errorText(error)}</p>
      <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
        Erneut versuchen
      </Button>
    </Notice>
  );
}

/** The wallet before and after, as it will be once the deposit is credited. */
function WalletAfter({ amount }: { amount: Micros }) {
  const { data: wallet } = useQuery(walletQuery());
  const available = wallet && fromWire(wallet.available);
  const figure = (value: Micros | undefined): ReactNode =>
    value === undefined ? <WaitingFigure /> : <Amount value={value} />;
  return (
    <Ledger
      caption="Ihr Wallet vorher und nachher"
      head={{ label: 'Ihr Wallet', amount: WALLET_UNIT }}
      lines={[
        { label: 'Verfügbar vorher', amount: figure(available) },
        { label: 'Einzahlung', amount: <Amount value={amount} signed /> },
        { label: 'Gebühr', amount: <Amount value={FEES.deposit} /> },
      ]}
      total={{
        label: 'Verfügbar danach',
        amount: figure(available === undefined ? undefined : available + amount - FEES.deposit),
      }}
    />
  );
}
