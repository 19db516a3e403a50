import { CRYPTO_CURRENCIES, germanMessage, LIMITS } from '@botdepot/contract';
import { addressProblem } from '@botdepot/contract/play-money-address';
import { fromWire, inUsdt, minAmount } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { readAmountText } from '../../lib/amount-text.ts';
import { NBSP } from '../../lib/numbers.ts';
import { REQUEST_UNIT } from '../../lib/units.ts';
import { urls } from '../../lib/urls.ts';
import { Button } from '../../ui/button.tsx';
import { Chip, ChoiceRow } from '../../ui/chip.tsx';
import { TextField } from '../../ui/field.tsx';
import { MoneyInput } from '../../ui/money-input.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useTouched } from '../../ui/use-touched.ts';
import type { FormStepProps } from './request-flow.tsx';
import { addressQuery, walletQuery } from './wallet.queries.ts';
import { NOT_ENOUGH_FUNDS } from './wallet-texts.ts';

const { minimum: min, maximum: max } = LIMITS.withdrawal;
const LIMITS_OF_FIELD = { min, max, unit: REQUEST_UNIT };
const CURRENCIES = CRYPTO_CURRENCIES.map((value) => ({ value, label: value }));

/** First step of a withdrawal: currency, amount, address. */
export function RequestWithdrawalForm({ form, onReady }: FormStepProps) {
  const { currency, amountText, address: addressText } = form.fields;
  const { data: wallet } = useQuery(walletQuery());
  const { data: addresses } = useQuery(addressQuery(currency.value));
  const available = wallet && fromWire(wallet.available);
  const { amount } = readAmountText(amountText.value, LIMITS_OF_FIELD);
  const tooMuch = amount !== null && available !== undefined && amount > available;
  const shownAddress = addressText.value ?? addresses?.ownAddress ?? '';
  const address = shownAddress.trim();
  const refusal = address === '' ? null : addressProblem(currency.value, address);
  const amountField = useRef<HTMLInputElement>(null);
  const addressField = useRef<HTMLInputElement>(null);
  const { touched, setTouched, onBlur, onKeyDown } = useTouched();
  const complete = amount !== null && available !== undefined && !tooMuch && address !== '';

  // Anyone who comes back from a review that is no longer covered changes the amount.
  const cameBackUncovered = useRef(tooMuch);
  useEffect(() => {
    if (cameBackUncovered.current) amountField.current?.focus();
  }, []);

  const send = () => {
    if (!complete) return;
    if (refusal === null) return onReady({ currency: currency.value, amount, address });
    addressField.current?.focus();
    setTouched(true);
  };

  return (
    <form {...form.props(send)} className="grid grid-cols-1 gap-5">
      {available !== undefined && available < min && (
        <Notice kind="info" title={`Ihr verfügbares Guthaben ist 0,00\u00a0USDT`}>
          <p>
            Auszahlen können Sie, was verfügbar ist.{' '}
            <Link className="link" to={urls.deposits}>
              Zu den Einzahlungen
            </Link>
          </p>
        </Notice>
      )}
      <ChoiceRow label="Währung" options={CURRENCIES} value={currency.value} onChange={currency.onChange} />
      <MoneyInput
        ref={amountField}
        label="Betrag"
        name="amount"
        text={amountText.value}
        onTextChange={amountText.onChange}
        {...LIMITS_OF_FIELD}
        echo={(shown) => (tooMuch ? '' : `Sie zahlen ${shown} aus.`)}
        limitsText={available === undefined ? NBSP : `Verfügbar: ${inUsdt(available)}.`}
        chips={[
          {
            label: 'alles',
            amount: minAmount(available ?? max, max),
            disabled: available === undefined || available < min,
          },
        ]}
        serverProblem={amountText.problem ?? (tooMuch ? NOT_ENOUGH_FUNDS : null)}
      />
      <div>
        <TextField
          onBlur={onBlur}
          onKeyDown={onKeyDown}
          ref={addressField}
          label={`Adresse für ${currency.value}`}
          name="address"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={shownAddress}
          onChange={(event) => {
            setTouched(false);
            addressText.onChange(event);
          }}
          problem={addressText.problem ?? (touched && refusal ? germanMessage(refusal, undefined) : null)}
          help="Nur Spielgeld-Adressen. Adressen echter Netze nehmen wir nicht an."
        />
        <div className="flex flex-wrap gap-2 mt-2">
          <Chip
            pressed={addressText.value === null && addresses !== undefined}
            disabled={!addresses}
            onClick={() => form.setFieldValue('address', null)}
          >
            Meine Spielgeld-Adresse
          </Chip>
        </div>
      </div>
      <Button type="submit" look="primary" wide disabled={!complete}>
        Weiter zur Prüfung
      </Button>
    </form>
  );
}
