import {
  type ActiveInvestment,
  amountAfterReturn,
  BOT_TYPES,
  BOTS,
  type BotType,
  DomainError,
  isolated,
  isReturnPercent,
  LIMITS,
  type ManualReturn,
  readPercent,
} from '@botdepot/contract';
import {
  type Fixed12,
  fixed12FromText,
  fixed12ToText,
  formatAmount,
  fromWire,
  inUsdt,
  MICROS_PER_CENT,
  type Micros,
  payoutOf,
  toWire,
  unitsFor,
} from '@botdepot/money';
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { writeAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database.ts';
import type { IdRange, SearchTerms } from '../../../platform/search-terms.ts';
import { newId, type Work } from '../../../platform/work.ts';
import { notify } from '../../notifications/index.ts';
import { assertOnePersonIsEnough, HOUSE_ACCOUNTS, lockWallet, postTransfer } from '../../wallet/index.ts';
import { botInvestments, manualTradingRecords } from '../bots.schema.ts';
import { lockBotShared } from '../portfolio/portfolio.ts';
import {
  assertDealable,
  assertStoppable,
  insertUnitEntry,
  investmentReference,
  lockInvestment,
  readPrice,
  returnedAt,
  updateInvestment,
} from './investment.ts';

type PlannedReturn = {
  /** In hundredths of a percent. */
  readonly hundredths: bigint;
  readonly before: Micros;
  readonly after: Micros;
  /** What the units change by, so that they are worth `after` at this NAV. */
  readonly units: Fixed12;
};

/**
 * What a manual return does to an investment at a NAV: its value, to the cent, times (1 + percent / 100).
 *
 * Throws RETURN_WITHOUT_EFFECT when that moves less than a cent or leaves nothing, and AMOUNT_ABOVE_MAXIMUM.
 */
export function planReturn(units: Fixed12, nav: Fixed12, percent: string): PlannedReturn {
  const hundredths = readPercent(percent);
  if (hundredths === null || !isReturnPercent(hundredths)) throw DomainError.of('BAD_REQUEST');
  const before = payoutOf(units, nav);
  const after = amountAfterReturn(before, hundredths);
  if (after === before || after <= 0n)
    throw DomainError.of('RETURN_WITHOUT_EFFECT', { before: toWire(before), after: toWire(after) });
  const maximum = LIMITS.manualReturnAmount;
  if (after > maximum)
    throw DomainError.of('AMOUNT_ABOVE_MAXIMUM', { maximum: toWire(maximum), unit: 'USDT' });
  return { hundredths, before, after, units: unitsToReach(units, nav, { before, after }) };
}

/**
 * The change of units that takes their value from `before` to exactly `after`. What is below the cent stays the
 * investment's own. Units bought are rounded, so the last step to the cent takes one more or one less of the smallest part.
 */
function unitsToReach(units: Fixed12, nav: Fixed12, value: { before: Micros; after: Micros }): Fixed12 {
  let change = unitsFor(value.after - value.before, nav);
  while (payoutOf(units + change, nav) < value.after) change += 1n;
  while (payoutOf(units + change, nav) > value.after) change -= 1n;
  return change;
}

/** `+0,50 %`, `−12,25 %` */
export const percentText = (hundredths: bigint): string =>
  `${formatAmount(hundredths * MICROS_PER_CENT, { sign: 'always' })}\u00a0%`;

/**
 * Takes the locks of `applyReturn` for a whole selection that is booked in one transaction: the investments by their id,
 * then their bots. What is booked in the order of the answer, owner by owner, locks the wallets in one order as well.
 * Investments that do not exist are missing.
 */
export async function lockForReturns(
  tx: Tx,
  investmentIds: readonly string[],
): Promise<{ id: string; userId: string }[]> {
  const rows = await tx
    .select({ id: botInvestments.id, userId: botInvestments.userId, botType: botInvestments.botType })
    .from(botInvestments)
    .where(inArray(botInvestments.id, [...investmentIds]))
    .orderBy(asc(botInvestments.id))
    .for('update');
  for (const botType of BOT_TYPES)
    if (rows.some((row) => row.botType === botType)) await lockBotShared(tx, botType);
  return rows
    .map(({ id, userId }) => ({ id, userId }))
    .sort((a, b) => (a.userId + a.id < b.userId + b.id ? -1 : 1));
}

/** Which of these were stopped. No return is booked on them any more. */
export async function listStoppedInvestments(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ id: botInvestments.id })
    .from(botInvestments)
    .where(and(inArray(botInvestments.id, [...ids]), eq(botInvestments.status, 'inactive')));
  return rows.map(({ id }) => id);
}

/**
 * Books a manual return on one investment: its units change at the NAV of the newest tick, the house pays the difference
 * into the bot's pool or takes it out. It counts in the customer's profit and never in what the bot measured. Locks: the
 * investment, the bot (shared), then the wallet.
 *
 * @param input `percent`: a decimal string, above −100, not 0, at most 100.
 * Throws INVESTMENT_NOT_FOUND, OWN_ACCOUNT, INVESTMENT_STOPPED, PRICES_STALE (see `assertDealable`) once the bot is locked,
 * RETURN_WITHOUT_EFFECT, AMOUNT_ABOVE_MAXIMUM, SECOND_ADMIN_REQUIRED. Nothing is booked then.
 */
export async function applyReturn(
  work: Work,
  input: { investmentId: string; percent: string; reason: string },
): Promise<ManualReturn> {
  const { tx, now } = work;
  const { reason } = input;
  const row = await lockInvestment(tx, input.investmentId);
  if (!row) throw DomainError.of('INVESTMENT_NOT_FOUND');
  if (row.userId === work.actor.userId) throw DomainError.of('OWN_ACCOUNT');
  assertStoppable(row.status);
  await lockBotShared(tx, row.botType);
  const price = await readPrice(tx, row.portfolioId);
  assertDealable(work, price);

  const { nav, navSeq, figures, filled } = price;
  const { before, after, units, hundredths } = planReturn(row.units, nav, input.percent);
  const profit = after - before;
  await lockWallet(tx, row.userId);
  await assertOnePersonIsEnough(work, 'bookings', profit);
  const transferId = newId();
  const createdAt = returnedAt(now, row);
  const reference = investmentReference(row.number);
  const percent = percentText(hundredths);
  const dailyReturnRate = Number(hundredths) / 10_000;
  await Promise.all([
    updateInvestment(tx, row.id, { units: row.units + units, lastUpdated: createdAt }),
    postTransfer(
      work,
      {
        kind: 'manual_return',
        referenceId: row.id,
        description: `${percent}: ${isolated(reason)}`,
        customer: { userId: row.userId, available: 0n, reserved: 0n },
        counter: [
          { accountId: price.poolAccountId, amount: profit },
          { accountId: HOUSE_ACCOUNTS.house_manual_returns, amount: -profit },
        ],
      },
      transferId,
    ),
    insertUnitEntry(tx, {
      portfolioId: row.portfolioId,
      investmentId: row.id,
      transferId,
      units,
      nav,
      figures,
      navSeq,
      filled,
      createdAt,
    }),
    insertManualRecord(tx, {
      id: newId(),
      investmentId: row.id,
      dailyReturnRate,
      amountBefore: before,
      amountAfter: after,
      profitLoss: profit,
      reason,
      transferId,
      createdAt,
    }),
    writeAudit(work, {
      action: 'bot.manual_return',
      subject: 'investment',
      subjectId: row.id,
      before: { amountUsd: toWire(before), units: fixed12ToText(row.units) },
      after: {
        amountUsd: toWire(after),
        units: fixed12ToText(row.units + units),
        percent: input.percent,
        nav: fixed12ToText(nav),
        transferId,
      },
      reason,
    }),
    notify(work, {
      userId: row.userId,
      event: 'wallet_correction',
      title: 'Manuelle Rendite',
      message: `${percent} auf ${reference} (${BOTS[row.botType].name}): ${inUsdt(profit, { sign: 'always' })}, neuer Wert ${inUsdt(after)}. Das ist kein Ergebnis des Bots. Grund: ${isolated(reason)}`,
      type: 'info',
      subject: 'investment',
      subjectId: row.id,
    }),
  ]);
  work.hintUser(row.userId, 'investments', 'wallet');
  work.hintAdmins('investments');
  return {
    investmentId: row.id,
    reference,
    botType: row.botType,
    dailyReturnRate,
    amountBefore: toWire(before),
    amountAfter: toWire(after),
    profitLoss: toWire(profit),
    transferId,
  };
}

async function insertManualRecord(tx: Tx, values: typeof manualTradingRecords.$inferInsert): Promise<void> {
  await tx.insert(manualTradingRecords).values(values);
}

type Row = {
  id: string;
  number: string;
  user_id: string;
  email: string | null;
  bot_type: BotType;
  series: number;
  started_at: Date;
  usd_initial_amount: string;
  units: string;
  nav: string;
};

/** An investment outlives the account of its owner only until it is stopped; both happen at once. */
type OwnedInvestment = Omit<ActiveInvestment, 'email'> & { email: string | null };

/** Everybody's running investments with what they are worth at the newest tick, newest first. */
export async function listActiveInvestments(
  tx: Tx,
  filter: { botType?: BotType | undefined; search: SearchTerms | null; page: number; pageSize: number },
): Promise<{ items: OwnedInvestment[]; total: number }> {
  const from = sql`
    FROM bot_investments i
    JOIN bot_portfolios b ON b.id = i.portfolio_id
    JOIN bot_ticks t ON t.portfolio_id = i.portfolio_id
    LEFT JOIN user_profiles p ON p.user_id = i.user_id
    WHERE i.status = 'active'
      ${filter.botType ? sql`AND i.bot_type = ${filter.botType}` : sql``}
      ${filter.search ? sql`AND (${matches(filter.search)})` : sql``}`;
  const { rows } = await tx.execute<Row>(sql`
    SELECT i.id, i.number, i.user_id, p.email, i.bot_type, b.series, i.started_at, i.usd_initial_amount, i.units, t.nav
    ${from} ORDER BY i.started_at DESC, i.number DESC
    LIMIT ${filter.pageSize} OFFSET ${(filter.page - 1) * filter.pageSize}`);
  const counted = await tx.execute<{ total: string }>(sql`SELECT count(*) AS total ${from}`);
  return { items: rows.map(present), total: Number(counted.rows[0]?.total ?? 0) };
}

function matches({ text, ids, reference }: SearchTerms): SQL {
  const number = reference?.kind === 'investment' ? reference.number : null;
  const within = (column: SQL, range: IdRange): SQL =>
    sql`${column} BETWEEN ${range.from}::uuid AND ${range.to}::uuid`;
  return sql.join(
    [
      sql`strpos(p.email, ${text}) > 0`,
      ...(ids ? [within(sql`i.id`, ids), within(sql`i.user_id`, ids)] : []),
      ...(number === null ? [] : [sql`i.number = ${number}`]),
    ],
    sql` OR `,
  );
}

function present(row: Row): OwnedInvestment {
  return {
    id: row.id,
    userId: row.user_id,
    email: row.email,
    reference: investmentReference(Number(row.number)),
    botType: row.bot_type,
    series: row.series,
    startedAt: new Date(row.started_at).toISOString(),
    usdInitialAmount: toWire(fromWire(row.usd_initial_amount)),
    usdCurrentAmount: toWire(payoutOf(fixed12FromText(row.units), fixed12FromText(row.nav))),
    units: row.units,
  };
}

/** Whose investments are meant: by the beginning of their id, or by their short number. */
export async function findInvestmentOwners(
  tx: Tx,
  { ids, reference }: SearchTerms,
  most = 50,
): Promise<string[]> {
  const number = reference?.kind === 'investment' ? reference.number : null;
  if (!ids && number === null) return [];
  const { rows } = await tx.execute<{ user_id: string }>(sql`
    SELECT DISTINCT user_id FROM bot_investments
    WHERE ${ids ? sql`id BETWEEN ${ids.from}::uuid AND ${ids.to}::uuid` : sql`number = ${number}`}
    LIMIT ${most}`);
  return rows.map((row) => row.user_id);
}
