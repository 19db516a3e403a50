import { BOTS, type Investment } from '@botdepot/contract';
import { fromWire, inUsdt, type Micros } from '@botdepot/money';

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

/**
 * What was paid out, and why it is not the amount that stood on the button: a stop is booked at the next tick.
 * @param shown What stood there at the press.
 */
export function stoppedText(
  { botType, usdCurrentAmount }: Pick<Investment, 'botType' | 'usdCurrentAmount'>,
  shown: Micros,
): string {
  const paid = fromWire(usdCurrentAmount);
  const text = `${inUsdt(paid)} aus dem ${BOTS[botType].name} sind in Ihrem Wallet.`;
  if (paid === shown) return text;
  const moved = paid > shown ? `${inUsdt(paid - shown)} mehr` : `${inUsdt(shown - paid)} weniger`;
  return `${text} Das sind ${moved} als auf dem Knopf: Der Kurs hat sich bis zur Buchung bewegt.`;
}
