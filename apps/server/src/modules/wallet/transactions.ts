import {
  type AccountKind,
  BOTS,
  type BotType,
  ownBotLabel,
  ownBotTitle,
  type Statement,
  TRANSFER_KINDS,
  TRANSFER_TITLES,
  type Transaction,
  type Transfer,
  type TransferKind,
  withOwnBotName,
} from '@botdepot/contract';
import { fromWire, type Micros, toWire } from '@botdepot/money';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database.ts';
import { correctionReference } from './corrections.ts';
import { HOUSE_ACCOUNTS, readBalances } from './ledger.ts';
import { depositReference, withdrawalReference } from './requests.ts';

type TransactionRow = {
  id: string;
  kind: TransferKind;
  created_at: Date;
  description: string;
  reference_id: string;
  deposit_number: string | null;
  withdrawal_number: string | null;
  investment_number: string | null;
  correction_number: string | null;
  available: string | null;
  available_after: string | null;
  reserved: string | null;
  reserved_after: string | null;
  invested: string | null;
};

// A transfer that leaves one of the two accounts alone has no entry there; the balance after it is then the one after
// the customer's last earlier entry.
const lastBalance = (account: 'available' | 'reserved'): SQL => sql`coalesce(
  (SELECT e.balance_after FROM ledger_entries e
   WHERE e.account_id = ${account === 'available' ? sql`w.available_account_id` : sql`w.reserved_account_id`}
     AND e.seq <= (SELECT max(seq) FROM ledger_entries WHERE transfer_id = t.id)
   ORDER BY e.seq DESC LIMIT 1), 0)`;

const entryOf = (account: 'available' | 'reserved'): SQL => sql`(
  SELECT e.amount FROM ledger_entries e
  WHERE e.transfer_id = t.id
    AND e.account_id = ${account === 'available' ? sql`w.available_account_id` : sql`w.reserved_account_id`})`;

/** The customer's transfers that fulfil a condition. */
const transfersOf = (userId: string, where: SQL): SQL =>
  sql`(SELECT * FROM ledger_transfers t WHERE t.user_id = ${userId}::uuid ${where})`;

/** One page of them, found by numbers first: what lies before the page costs an index entry each and no more. */
const pageOf = (
  userId: string,
  where: SQL,
  { page, pageSize }: { page: number; pageSize: number },
): SQL => sql`(
  SELECT found.* FROM (
    SELECT t.seq FROM ledger_transfers t WHERE t.user_id = ${userId}::uuid ${where}
    ORDER BY t.seq DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
  ) AS place
  CROSS JOIN LATERAL (
    SELECT * FROM ledger_transfers t WHERE t.user_id = ${userId}::uuid AND t.seq = place.seq LIMIT 1
  ) AS found)`;

// Looked up row by row: joined, PostgreSQL would read whole tables as soon as that seems cheaper.
function selectTransactions(transfers: SQL, order: SQL): SQL {
  return sql`
    SELECT t.id, t.kind, t.created_at, t.description, t.reference_id,
           (SELECT number FROM crypto_deposits WHERE id = t.reference_id) AS deposit_number,
           (SELECT number FROM crypto_withdrawals WHERE id = t.reference_id) AS withdrawal_number,
           (SELECT number FROM bot_investments WHERE id = t.reference_id) AS investment_number,
           (SELECT number FROM wallet_corrections WHERE transfer_id = t.id) AS correction_number,
           ${entryOf('available')} AS available, ${lastBalance('available')} AS available_after,
           ${entryOf('reserved')} AS reserved, ${lastBalance('reserved')} AS reserved_after,
           (SELECT sum(e.amount) FROM ledger_entries e
            WHERE e.transfer_id = t.id
              AND (e.account_id = ${HOUSE_ACCOUNTS.house_own_bot_orders}::uuid
                   OR EXISTS (SELECT FROM ledger_accounts a WHERE a.id = e.account_id AND a.kind = 'bot_pool'))) AS invested
    FROM ${transfers} AS t
    JOIN user_wallets w ON w.user_id = t.user_id
    ${order}`;
}

/** How somebody calls their own bots, by number. Nobody else reads bookings so. */
export type OwnBotNames = ReadonlyMap<number, string>;

const NO_NAMES: OwnBotNames = new Map();

function present(row: TransactionRow, names = NO_NAMES): Transaction {
  return {
    id: row.id,
    kind: row.kind,
    createdAt: new Date(row.created_at).toISOString(),
    description: withOwnBotName(row.description, names),
    referenceId: row.reference_id,
    reference: referenceOf(row),
    amount: normal(row.available),
    availableAfter: normal(row.available_after),
    reservedAmount: normal(row.reserved),
    reservedAfter: normal(row.reserved_after),
    investedAmount: normal(row.invested),
  };
}

const normal = (amount: string | null): string => toWire(fromWire(amount ?? '0'));

function referenceOf(row: TransactionRow): string | null {
  if (row.deposit_number !== null) return depositReference(Number(row.deposit_number));
  if (row.withdrawal_number !== null) return withdrawalReference(Number(row.withdrawal_number));
  if (row.investment_number !== null) return `B-${row.investment_number}`;
  if (row.correction_number !== null) return correctionReference(Number(row.correction_number));
  return null;
}

/** In a pattern every character stands for itself. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** In what is shown of a booking: its description, its title or its reference, which also comes without the hyphen. */
function containing(userId: string, search: string, names = NO_NAMES): SQL {
  const text = search.replace(/^([eabk])(?=\d+$)/i, '$1-');
  const wanted = `%${literally(text)}%`;
  const kinds = TRANSFER_KINDS.filter((kind) =>
    TRANSFER_TITLES[kind].toLowerCase().includes(text.toLowerCase()),
  );
  const labels = [...names.keys()].map(ownBotLabel);
  const titles = [...names.values()].map(ownBotTitle);
  return sql`(
    t.description ILIKE ${wanted}
    OR EXISTS (
      SELECT FROM unnest(${sql.param(labels)}::text[], ${sql.param(titles)}::text[]) AS own(label, title)
      WHERE t.description ~ ('^' || own.label || '\\M')
        AND own.title || substr(t.description, length(own.label) + 1) ILIKE ${wanted})
    OR t.kind = ANY(${sql.param(kinds)}::text[])
    OR t.reference_id IN (
      SELECT id FROM crypto_deposits WHERE user_id = ${userId}::uuid AND 'E-' || number ILIKE ${wanted}
      UNION ALL
      SELECT id FROM crypto_withdrawals WHERE user_id = ${userId}::uuid AND 'A-' || number ILIKE ${wanted}
      UNION ALL
      SELECT id FROM bot_investments WHERE user_id = ${userId}::uuid AND 'B-' || number ILIKE ${wanted})
    OR t.kind = 'wallet_corrected' AND EXISTS (
      SELECT FROM wallet_corrections WHERE transfer_id = t.id AND 'K-' || number ILIKE ${wanted}))`;
}

/** Midnight in Berlin. The day after is a day later there, also when the clocks change. */
const startOfDay = (day: string, plus = sql`interval '0'`): SQL =>
  sql`((${day}::date + ${plus})::timestamp AT TIME ZONE 'Europe/Berlin')`;

type BookingFilter = {
  kind?: TransferKind | undefined;
  referenceId?: string | undefined;
  search?: string | undefined;
  firstDay?: string | undefined;
  lastDay?: string | undefined;
  after?: string | undefined;
  until?: string | undefined;
  names?: OwnBotNames;
};

const conditionsOf = (userId: string, filter: BookingFilter): SQL =>
  sql.join(
    [
      filter.kind ? sql`AND t.kind = ${filter.kind}` : sql``,
      filter.referenceId ? sql`AND t.reference_id = ${filter.referenceId}::uuid` : sql``,
      filter.search ? sql`AND ${containing(userId, filter.search, filter.names)}` : sql``,
      filter.firstDay ? sql`AND t.created_at >= ${startOfDay(filter.firstDay)}` : sql``,
      filter.lastDay ? sql`AND t.created_at < ${startOfDay(filter.lastDay, sql`interval '1 day'`)}` : sql``,
      filter.after ? sql`AND t.created_at > ${filter.after}::timestamptz` : sql``,
      filter.until ? sql`AND t.created_at <= ${filter.until}::timestamptz` : sql``,
    ],
    sql` `,
  );

/** The customer's bookings, newest first, one row per transfer. */
export async function listTransactions(
  tx: Tx,
  userId: string,
  filter: BookingFilter & { page: number; pageSize: number },
): Promise<{ items: Transaction[]; total: number }> {
  const where = conditionsOf(userId, filter);
  const rows = await tx.execute<TransactionRow>(
    selectTransactions(pageOf(userId, where, filter), sql`ORDER BY t.seq DESC`),
  );
  const counted = await tx.execute<{ total: string }>(
    sql`SELECT count(*) AS total FROM ledger_transfers t WHERE t.user_id = ${userId}::uuid ${where}`,
  );
  return {
    items: rows.rows.map((row) => present(row, filter.names)),
    total: Number(counted.rows[0]?.total ?? 0),
  };
}

type EntryRow = {
  position: number;
  account: AccountKind;
  bot_type: BotType | null;
  amount: string;
  balance_before: string | null;
  balance_after: string | null;
};

const ACCOUNT_LABELS: Record<AccountKind, string> = {
  customer_available: 'Ihr Wallet, verfügbar',
  customer_reserved: 'Ihr Wallet, reserviert',
  bot_pool: 'Bot',
  house_deposits: 'Einzahlungen des Hauses',
  house_withdrawals: 'Auszahlungen des Hauses',
  house_market_pnl: 'Marktergebnis',
  house_corrections: 'Korrekturen',
  house_manual_returns: 'Manuelle Renditen',
  house_rounding: 'Rundung',
  house_closed_accounts: 'Gelöschte Konten',
  house_own_bots_pnl: 'Ergebnis eigener Bots',
  house_own_bot_orders: 'Aufträge eigener Bots',
};

/** One of the customer's transfers with all its entries; undefined when it is not theirs or does not exist. */
export async function findTransfer(
  tx: Tx,
  userId: string,
  id: string,
  names?: OwnBotNames,
): Promise<Transfer | undefined> {
  const found = await tx.execute<TransactionRow>(
    selectTransactions(transfersOf(userId, sql`AND t.id = ${id}::uuid`), sql``),
  );
  const row = found.rows[0];
  if (!row) return undefined;
  const entries = await tx.execute<EntryRow>(sql`
    SELECT e.position, a.kind AS account, p.bot_type, e.amount, e.balance_before, e.balance_after
    FROM ledger_entries e
    JOIN ledger_accounts a ON a.id = e.account_id
    LEFT JOIN bot_portfolios p ON p.id = a.portfolio_id
    WHERE e.transfer_id = ${id}::uuid ORDER BY e.position`);
  return {
    ...present(row, names),
    ownBotId: await findOwnBot(tx, userId, row.reference_id),
    entries: entries.rows.map((entry) => ({
      position: entry.position,
      account: entry.account,
      accountLabel: entry.bot_type ? `${BOTS[entry.bot_type].name}, Topf` : ACCOUNT_LABELS[entry.account],
      amount: normal(entry.amount),
      balanceBefore: entry.balance_before === null ? null : normal(entry.balance_before),
      balanceAfter: entry.balance_after === null ? null : normal(entry.balance_after),
    })),
  };
}

/** Behind an order or a run of an own bot. One that was deleted has no owner any more. */
async function findOwnBot(tx: Tx, userId: string, referenceId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM bots WHERE owner_id = ${userId}::uuid AND id IN (
      SELECT bot_id FROM own_bot_orders WHERE id = ${referenceId}::uuid
      UNION ALL
      SELECT bot_id FROM bot_portfolios WHERE id = ${referenceId}::uuid)`);
  return rows[0]?.id ?? null;
}

/** The customer's bookings of a month in Berlin, in the order of booking. */
async function listMonth(
  tx: Tx,
  userId: string,
  firstDay: string,
  names: OwnBotNames,
): Promise<Transaction[]> {
  const inMonth = sql`AND t.created_at >= ${startOfDay(firstDay)}
    AND t.created_at < ${startOfDay(firstDay, sql`interval '1 month'`)}`;
  const { rows } = await tx.execute<TransactionRow>(
    selectTransactions(transfersOf(userId, inMonth), sql`ORDER BY t.seq`),
  );
  return rows.map((row) => present(row, names));
}

type Moved = { available: Micros; reserved: Micros };

/** What the customer's bookings since a day began in Berlin moved. */
const sumSince = (tx: Tx, userId: string, day: string): Promise<Moved> =>
  sumMoved(tx, userId, sql`AND t.created_at >= ${startOfDay(day)}`);

/** What those of the customer's bookings moved that the list shows with the same filter, on all its pages. */
export const sumTransactions = (tx: Tx, userId: string, filter: BookingFilter): Promise<Moved> =>
  sumMoved(tx, userId, conditionsOf(userId, filter));

async function sumMoved(tx: Tx, userId: string, where: SQL): Promise<Moved> {
  const { rows } = await tx.execute<{ available: string; reserved: string }>(sql`
    SELECT coalesce(sum(moved.available), 0) AS available, coalesce(sum(moved.reserved), 0) AS reserved
    FROM (
      SELECT ${entryOf('available')} AS available, ${entryOf('reserved')} AS reserved
      FROM user_wallets w
      JOIN ledger_transfers t ON t.user_id = w.user_id ${where}
      WHERE w.user_id = ${userId}::uuid
    ) moved`);
  const [row] = rows;
  return { available: fromWire(row?.available ?? '0'), reserved: fromWire(row?.reserved ?? '0') };
}

/** The month in Berlin of the customer's first booking, `2026-11`; null before it. */
async function findFirstMonth(tx: Tx, userId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ month: string | null }>(sql`
    SELECT to_char(min(created_at) AT TIME ZONE 'Europe/Berlin', 'YYYY-MM') AS month
    FROM ledger_transfers WHERE user_id = ${userId}::uuid`);
  return rows[0]?.month ?? null;
}

const MONTH_IN_BERLIN = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  year: 'numeric',
  month: '2-digit',
});

/**
 * The account statement of a month: opening + bookings = closing, in available and in reserved money. The opening is counted
 * back from the balance of now, so the newest statement reads no older bookings; the caller reads on one snapshot.
 */
export async function getStatement(
  tx: Tx,
  userId: string,
  { month, now, names }: { month: string; now: Date; names: OwnBotNames },
): Promise<Statement> {
  const firstDay = `${month}-01`;
  const balances = await readBalances(tx, userId);
  const since = await sumSince(tx, userId, firstDay);
  const opening = {
    available: balances.available - since.available,
    reserved: balances.reserved - since.reserved,
  };
  const items = await listMonth(tx, userId, firstDay, names);
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
    opening: presentStatement(opening),
    closing: presentStatement(closing),
    items,
  };
}

const presentStatement = ({
  available,
  reserved,
}: {
  available: Micros;
  reserved: Micros;
}): Statement['opening'] => ({
  available: toWire(available),
  reserved: toWire(reserved),
  total: toWire(available + reserved),
});
