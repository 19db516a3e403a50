import type { CryptoCurrency } from '@botdepot/contract';
import { inUsdt, type Micros } from '@botdepot/money';
import { useState } from 'react';
import { formatClock } from '../../../lib/format/dates.ts';
import { formatDecimal, NBSP } from '../../../lib/format/numbers.ts';
import { usePriceSource, usePrices } from '../../../lib/live/live.tsx';
import { KeyValues } from '../../../ui/sheet/key-values.tsx';

interface CoinAmountProps {
  currency: CryptoCurrency;
  amount: Micros;
}

/**
 * How many coins an amount is, with the rate and its time. The rate of the moment at which it is first seen: what somebody is about to
 * confirm does not change under their eyes. Nothing is booked by it, and it says so.
 */
export function CoinAmount({ currency, amount }: CoinAmountProps) {
  const source = usePriceSource();
  const price = usePrices().bySymbol.get(`${currency}/USD`);
  const [rate, setRate] = useState(price);
  // As React advises for what follows from the first value that arrives.
  if (rate === undefined && price !== undefined) setRate(price);
  if (currency === 'USDT' || rate === undefined) return null;
  return (
    <div>
      <KeyValues
        facts={[
          { label: 'Entspricht', value: coinText(amount, rate.price, currency) },
          {
            label: `Kurs von ${formatClock(rate.at)}${NBSP}Uhr`,
            value: `${formatDecimal(rate.price)}${NBSP}USD je ${currency}`,
          },
        ]}
      />
      <p className="micro muted">
        {`Zur Einordnung${source === undefined ? '' : `, ${source}`}. Gebucht werden ${inUsdt(amount)}, auch wenn sich der Kurs bewegt.`}
      </p>
    </div>
  );
}

/** `0,00115063 BTC`, to the smallest unit of a bitcoin. */
function coinText(amount: Micros, usdPerCoin: number, currency: string): string {
  const coins = Number(amount) / 1e6 / usdPerCoin;
  return `${formatDecimal(coins, { digits: 8 })}${NBSP}${currency}`;
}
