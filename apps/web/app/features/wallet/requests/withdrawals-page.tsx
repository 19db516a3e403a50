import { CRYPTO_CURRENCIES, FEES, germanMessage, LIMITS, type Wallet } from '@botdepot/contract';
import { addressProblem } from '@botdepot/contract/play-money-address';
import { fromWire, inUsd, inUsdt, type Micros, minAmount } from '@botdepot/money';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { readAmountText } from '../../../lib/form/typed.ts';
import { NBSP, REQUEST_UNIT, WALLET_UNIT } from '../../../lib/format/numbers.ts';
import { FUNDS_WENT_ELSEWHERE } from '../../../lib/format/wallet-words.ts';
import { urls } from '../../../lib/url/urls.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Chip, ChoiceRow } from '../../../ui/form/chip.tsx';
import { TextField, useTouched } from '../../../ui/form/field.tsx';
import { MoneyInput, useFrozenValue } from '../../../ui/form/money-input.tsx';
import { PageHead } from '../../../ui/frame/page-head.tsx';
import { Amount } from '../../../ui/sheet/amount.tsx';
import { Ledger } from '../../../ui/sheet/ledger.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { OpenTransfer } from '../transactions/open-transfer.tsx';
import { WaitingFigure } from '../waiting-figure.tsx';
import { addressQuery, walletQuery } from '../wallet.queries.ts';
import { WalletBoundary } from '../wallet-boundary.tsx';
import { NOT_ENOUGH_FUNDS } from '../wallet-texts.ts';
import { CoinAmount } from './coin-amount.tsx';
import type { OwnRequest } from './own-request.ts';
import { RequestAside } from './request-aside.tsx';
import { RequestDetails } from './request-details.tsx';
import { type FormStepProps, RequestFlow, RetryHint, type ReviewStepProps } from './request-flow.tsx';
import { RequestHistory } from './request-history.tsx';
import { USUAL_TIME } from './request-timeline.ts';
import { ReviewPanel } from './review-panel.tsx';

const EMPTY_DRAFT = { currency: 'USDT', amountText: '', address: '' } as const;

export function WithdrawalsPage() {
  const [created, setCreated] = useState<OwnRequest | null>(null);
  return (
    <>
      <PageHead title="Auszahlungen" note={<AvailableNote />} />
      <WalletBoundary>
        <div className="stack">
          <div className="grid-aside">
            <RequestFlow
              kind="withdrawal"
              emptyDraft={EMPTY_DRAFT}
              form={(props) => <RequestWithdrawalForm {...props} />}
              review={(props) => <WithdrawalReview {...props} />}
              created={created}
              onCreated={setCreated}
            />
            <RequestAside kind="withdrawal" exceptId={created?.id} />
          </div>
          <RequestHistory
            kind="withdrawal"
            title="Verlauf"
            emptyText="Was Sie auszahlen, steht dann hier, vom Antrag bis zur Ausführung."
          />
        </div>
        <RequestDetails kind="withdrawal" />
        <OpenTransfer />
      </WalletBoundary>
    </>
  );
}

/** Above the boundary, so the head stays when the figures fail to load. */
function AvailableNote() {
  const { data: wallet } = useQuery({ ...walletQuery(), throwOnError: false });
  return wallet ? `${inUsdt(fromWire(wallet.available))} verfügbar` : NBSP;
}

/** Second step of a withdrawal. */
function WithdrawalReview({ ready, command, onConfirm, onBack }: ReviewStepProps) {
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
      <CoinAmount currency={currency} amount={amount} />
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

const { minimum: min, maximum: max } = LIMITS.withdrawal;
const LIMITS_OF_FIELD = { min, max, unit: REQUEST_UNIT };
const CURRENCIES = CRYPTO_CURRENCIES.map((value) => ({ value, label: value }));

/** First step of a withdrawal: currency, amount, address. */
function RequestWithdrawalForm({ form, onReady }: FormStepProps) {
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
