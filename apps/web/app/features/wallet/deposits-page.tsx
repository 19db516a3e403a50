import { CRYPTO_CURRENCIES, LIMITS } from '@botdepot/contract';
import { formatAmount, fromWire, inUsd } from '@botdepot/money';
import { useState } from 'react';
import { readAmountText } from '../../lib/amount-text.ts';
import { NBSP } from '../../lib/numbers.ts';
import { REQUEST_UNIT, WALLET_UNIT } from '../../lib/units.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceRow } from '../../ui/chip.tsx';
import { MoneyInput } from '../../ui/money-input.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { DepositReview } from './deposit-review.tsx';
import type { MoneyRequest } from './money-request.ts';
import { OpenTransfer } from './open-transfer.tsx';
import { RequestAside } from './request-aside.tsx';
import { RequestDetails } from './request-details.tsx';
import { type FormStepProps, RequestFlow } from './request-flow.tsx';
import { RequestHistory } from './request-history.tsx';
import { WalletBoundary } from './wallet-boundary.tsx';

const EMPTY_DRAFT = { currency: 'USDT', amountText: '', address: null } as const;

export function DepositsPage() {
  const [created, setCreated] = useState<MoneyRequest | null>(null);
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
