import type { Statement } from '@botdepot/contract';
import { fromWire, type Micros, toWire } from '@botdepot/money';
import type { Tx } from '../../platform/database.ts';
import { readBalances } from './ledger/ledger.store.ts';
import { findFirstMonth, listMonth, sumSince } from './transactions.store.ts';

const MONTH_IN_BERLIN = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  year: 'numeric',
  month: '2-digit',
});

/**
 * The account statement of a month: opening + bookings = closing, in available and in reserved money. The opening is counted
 * back from the balance of now, so the newest statement reads no older bookings; the caller reads on one snapshot.
 */
export async function getStatement(tx: Tx, userId: string, month: string, now: Date): Promise<Statement> {
  const firstDay = `${month}-01`;
  const balances = await readBalances(tx, userId);
  const since = await sumSince(tx, userId, firstDay);
  const opening = {
    available: balances.available - since.available,
    reserved: balances.reserved - since.reserved,
  };
  const items = await listMonth(tx, userId, firstDay);
  const closing = items.reduce(
    (sum, { amount, reservedAmount }) => ({
      available: sum.available + fromWire(amount),
      reserved: sum.reserved + fromWire(reservedAmount),
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
