import { CRYPTO_CURRENCIES, germanMessage, LIMITS } from '@botdepot/contract';
import { addressProblem } from '@botdepot/contract/play-money-address';
import { fromWire, inUsdt, minAmount } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef } from 'react';
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
import classes from './wallet.module.css';
import { addressQuery, walletQuery } from './wallet.queries.ts';
import { NOT_ENOUGH_FUNDS } from './wallet-texts.ts';

const { minimum: min, maximum: max } = LIMITS.withdrawal;
const LIMITS_OF_FIELD = { min, max, unit: REQUEST_UNIT };
const CURRENCIES = CRYPTO_CURRENCIES.map((value) => ({ value, label: value }));

/** First step of a withdrawal: currency, amount, address. */
export function RequestWithdrawalForm({ draft, onChange, problems, onReady }: FormStepProps) {
  const form = useRef<HTMLFormElement>(null);
  const { data: wallet } = useQuery(walletQuery());
  const { data: addresses } = useQuery(addressQuery(draft.currency));
  const available = wallet && fromWire(wallet.available);
  const { amount } = readAmountText(draft.amountText, LIMITS_OF_FIELD);
  const tooMuch = amount !== null && available !== undefined && amount > available;
  const address = (draft.address ?? addresses?.ownAddress ?? '').trim();
  const refusal = address === '' ? null : addressProblem(draft.currency, address);
  const amountField = useRef<HTMLInputElement>(null);
  const addressField = useRef<HTMLInputElement>(null);
  const { touched, setTouched, onBlur, onKeyDown } = useTouched();
  const complete = amount !== null && available !== undefined && !tooMuch && address !== '';

  // Anyone who comes back from a review that is no longer covered changes the amount.
  const cameBackUncovered = useRef(tooMuch);
  useEffect(() => {
    if (cameBackUncovered.current) amountField.current?.focus();
  }, []);
  useEffect(() => {
    if (!problems.amount && !problems.address) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems.amount, problems.address]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!complete) return;
    if (refusal === null) return onReady({ currency: draft.currency, amount, address });
    addressField.current?.focus();
    setTouched(true);
  };

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
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
      <ChoiceRow
        label="Währung"
        options={CURRENCIES}
        value={draft.currency}
        onChange={(currency) => onChange({ currency })}
      />
      <MoneyInput
        ref={amountField}
        label="Betrag"
        name="amount"
        text={draft.amountText}
        onTextChange={(amountText) => onChange({ amountText })}
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
        serverProblem={problems.amount ?? (tooMuch ? NOT_ENOUGH_FUNDS : null)}
      />
      <div>
        <TextField
          onBlur={onBlur}
          onKeyDown={onKeyDown}
          ref={addressField}
          label={`Adresse für ${draft.currency}`}
          name="address"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={draft.address ?? addresses?.ownAddress ?? ''}
          onChange={(event) => {
            setTouched(false);
            onChange({ address: event.currentTarget.value });
          }}
          problem={problems.address ?? (touched && refusal ? germanMessage(refusal, undefined) : null)}
          help="Nur Spielgeld-Adressen. Adressen echter Netze nehmen wir nicht an."
        />
        <div className={classes.chips}>
          <Chip
            pressed={draft.address === null && addresses !== undefined}
            disabled={!addresses}
            onClick={() => onChange({ address: null })}
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
