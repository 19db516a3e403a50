import { BOTS, type Investment } from '@botdepot/contract';
import { formatAmount, fromWire, type Micros } from '@botdepot/money';
import { NBSP } from '../../lib/numbers.ts';

/** The specification's toasts, byte-exact. */
export const BOT_TOASTS = {
  failed: 'Fehler',
  started: 'Bot gestartet',
  startFailed: 'Bot konnte nicht gestartet werden',
  stopped: 'Bot beendet',
  stopFailed: 'Bot konnte nicht gestoppt werden',
  profit: 'Total Profit',
  loss: 'Total Verlust',
} as const;

const usdt = (amount: Micros) => `${formatAmount(amount)}${NBSP}USDT`;

/**
 * What was paid out, and why it is not the amount that stood on the button: a stop is booked at the next tick.
 * @param shown What stood there at the press.
 */
export function stoppedText(
  { botType, usdCurrentAmount }: Pick<Investment, 'botType' | 'usdCurrentAmount'>,
  shown: Micros,
): string {
  const paid = fromWire(usdCurrentAmount);
  const text = `${usdt(paid)} aus dem ${BOTS[botType].name} sind in Ihrem Wallet.`;
  if (paid === shown) return text;
  const moved = paid > shown ? `${usdt(paid - shown)} mehr` : `${usdt(shown - paid)} weniger`;
  return `${text} Das sind ${moved} als auf dem Knopf: Der Kurs hat sich bis zur Buchung bewegt.`;
}
