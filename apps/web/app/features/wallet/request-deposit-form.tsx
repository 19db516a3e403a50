import { CRYPTO_CURRENCIES, LIMITS } from '@botdepot/contract';
import { formatAmount, fromWire, inUsd } from '@botdepot/money';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { readAmountText } from '../../lib/amount-text.ts';
import { NBSP } from '../../lib/numbers.ts';
import { REQUEST_UNIT, WALLET_UNIT } from '../../lib/units.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceRow } from '../../ui/chip.tsx';
import { MoneyInput } from '../../ui/money-input.tsx';
import type { FormStepProps } from './request-flow.tsx';
import classes from './wallet.module.css';

const { minimum: min, maximum: max } = LIMITS.deposit;
const LIMITS_OF_FIELD = { min, max, unit: REQUEST_UNIT };
const CURRENCIES = CRYPTO_CURRENCIES.map((value) => ({ value, label: value }));
const CHIPS = ['100', '1000', '5000'].map((text) => {
  const amount = fromWire(text);
  return { label: formatAmount(amount), amount };
});

/** First step of a deposit: currency and amount. */
export function RequestDepositForm({ draft, onChange, problems, onReady }: FormStepProps) {
  const amountInput = useRef<HTMLInputElement>(null);
  const { amount } = readAmountText(draft.amountText, LIMITS_OF_FIELD);
  useEffect(() => {
    if (problems.amount) amountInput.current?.focus();
  }, [problems.amount]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A deposit goes to the platform's address, which the review shows.
    if (amount !== null) onReady({ currency: draft.currency, amount, address: '' });
  };

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ChoiceRow
        label="Währung"
        options={CURRENCIES}
        value={draft.currency}
        onChange={(currency) => onChange({ currency })}
      />
      <MoneyInput
        ref={amountInput}
        label="Betrag"
        name="amount"
        text={draft.amountText}
        onTextChange={(amountText) => onChange({ amountText })}
        {...LIMITS_OF_FIELD}
        echo={(shown) => `Sie zahlen ${shown} ein.`}
        limitsText={`Mindestens ${inUsd(min)}. 1${NBSP}${REQUEST_UNIT} ist 1${NBSP}${WALLET_UNIT}.`}
        chips={CHIPS}
        serverProblem={problems.amount}
      />
      <Button type="submit" look="primary" wide disabled={amount === null}>
        Weiter zur Prüfung
      </Button>
    </form>
  );
}
