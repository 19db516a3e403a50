import type { Statement } from '@botdepot/contract';
import { fromWire, type Micros, toWire } from '@botdepot/money';
import type { Tx } from '../../platform/database.ts';
import { findFirstMonth, listMonth, sumBefore } from './transactions.store.ts';

const MONTH_IN_BERLIN = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  year: 'numeric',
  month: '2-digit',
});

/** The account statement of a month: opening + bookings = closing, in available and in reserved money. */
export async function getStatement(tx: Tx, userId: string, month: string, now: Date): Promise<Statement> {
  const firstDay = `${month}-01`;
  const opening = await sumBefore(tx, userId, firstDay);
  const items = await listMonth(tx, userId, firstDay);
  const closing = items.reduce(
    (balances, { amount, reservedAmount }) => ({
      available: balances.available + fromWire(amount),
      reserved: balances.reserved + fromWire(reservedAmount),
    }),
    opening,
  );
  return {
    month,
    firstMonth: await findFirstMonth(tx, userId),
    lastMonth: MONTH_IN_BERLIN.format(now),
    opening: present(opening),
    closing: present(closing),
    items,
  };
}

const present = ({ available, reserved }: { available: Micros; reserved: Micros }): Statement['opening'] => ({
  available: toWire(available),
  reserved: toWire(reserved),
  total: toWire(available + reserved),
});
