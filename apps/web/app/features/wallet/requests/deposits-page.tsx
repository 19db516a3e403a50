import { CRYPTO_CURRENCIES, FEES, LIMITS, PLAY_MONEY_NOTICE } from '@botdepot/contract';
import { formatAmount, fromWire, inUsd, type Micros } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { readAmountText } from '../../../lib/form/typed.ts';
import { NBSP, REQUEST_UNIT, WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { errorText } from '../../../lib/server/api.ts';
import { Button } from '../../../ui/form/button.tsx';
import { ChoiceRow } from '../../../ui/form/chip.tsx';
import { MoneyInput } from '../../../ui/form/money-input.tsx';
import { PageHead } from '../../../ui/frame/page-head.tsx';
import { AddressBox } from '../../../ui/sheet/address-box.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { OpenTransfer } from '../transactions/open-transfer.tsx';
import { WaitingFigure } from '../waiting-figure.tsx';
import { addressQuery, walletQuery } from '../wallet.queries.ts';
import { WalletBoundary } from '../wallet-boundary.tsx';
import { CoinAmount } from './coin-amount.tsx';
import type { OwnRequest } from './own-request.ts';
import { RequestAside } from './request-aside.tsx';
import { RequestDetails } from './request-details.tsx';
import { type FormStepProps, RequestFlow, RetryHint, type ReviewStepProps } from './request-flow.tsx';
import { RequestHistory } from './request-history.tsx';
import { USUAL_TIME } from './request-timeline.ts';
import { ReviewPanel } from './review-panel.tsx';

const EMPTY_DRAFT = { currency: 'USDT', amountText: '', address: null } as const;

export function DepositsPage() {
  const [created, setCreated] = useState<OwnRequest | null>(null);
  return (
    <>
      <PageHead title="Einzahlungen" note="Spielgeld auf Ihr USDT-Wallet" />
      <WalletBoundary>
        <div className="stack">
          <div className="grid-aside">
            <RequestFlow
              kind="deposit"
              emptyDraft={EMPTY_DRAFT}
              form={(props) => <RequestDepositForm {...props} />}
              review={(props) => <DepositReview {...props} />}
              created={created}
              onCreated={setCreated}
            />
            <RequestAside kind="deposit" exceptId={created?.id} />
          </div>
          <RequestHistory
            kind="deposit"
            title="Verlauf"
            emptyText="Wählen Sie oben Währung und Betrag. Was Sie einzahlen, steht dann hier."
          />
        </div>
        <RequestDetails kind="deposit" />
        <OpenTransfer />
      </WalletBoundary>
    </>
  );
}

const { minimum: min, maximum: max } = LIMITS.deposit;
const LIMITS_OF_FIELD = { min, max, unit: REQUEST_UNIT };
const CURRENCIES = CRYPTO_CURRENCIES.map((value) => ({ value, label: value }));
const CHIPS = ['100', '1000', '5000'].map((text) => {
  const amount = fromWire(text);
  return { label: formatAmount(amount), amount };
});

/** First step of a deposit: currency and amount. */
function RequestDepositForm({ form, onReady }: FormStepProps) {
  const { currency, amountText } = form.fields;
  const { amount } = readAmountText(amountText.value, LIMITS_OF_FIELD);
  const send = () => {
    // A deposit goes to the platform's address, which the review shows.
    if (amount !== null) onReady({ currency: currency.value, amount, address: '' });
  };

  return (
    <form {...form.props(send)} className="grid grid-cols-1 gap-5">
      <ChoiceRow label="Währung" options={CURRENCIES} value={currency.value} onChange={currency.onChange} />
      <MoneyInput
        label="Betrag"
        name="amount"
        text={amountText.value}
        onTextChange={amountText.onChange}
        {...LIMITS_OF_FIELD}
        echo={(shown) => `Sie zahlen ${shown} ein.`}
        limitsText={`Mindestens ${inUsd(min)}. 1${NBSP}${REQUEST_UNIT} ist 1${NBSP}${WALLET_UNIT}.`}
        chips={CHIPS}
        serverProblem={amountText.problem}
      />
      <Button type="submit" look="primary" wide disabled={amount === null}>
        Weiter zur Prüfung
      </Button>
    </form>
  );
}

/** As high as the address with its code, so nothing jumps when it arrives. */
const ADDRESS_PLACE = 'h-38 border border-border rounded-box bg-bg';

/** Second step of a deposit. */
function DepositReview({ ready, command, onConfirm, onBack }: ReviewStepProps) {
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
      <CoinAmount currency={currency} amount={amount} />
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
