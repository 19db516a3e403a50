import { BOTS, type BotType, DomainError, type Investment } from '@botdepot/contract';
import {
  fixed12ToText,
  fromWire,
  inUsdt,
  type Micros,
  marketValueOf,
  payoutOf,
  toWire,
  unitsFor,
} from '@botdepot/money';
import { writeAudit } from '../../../platform/audit.ts';
import { newId, type Work } from '../../../platform/work.ts';
import { notify } from '../../notifications/index.ts';
import { HOUSE_ACCOUNTS, lockWallet, postTransfer } from '../../wallet/index.ts';
import { lockBotShared } from '../portfolio/portfolio.ts';
import {
  assertDealable,
  assertStartAmount,
  assertStoppable,
  assertWalletCovers,
  dailyReturnRate,
  findRunningPrice,
  type InvestmentRow,
  insertInvestment,
  insertUnitEntry,
  investmentReference,
  lockInvestment,
  readManual,
  readPrice,
  stoppedAt,
  type TradePrice,
  updateInvestment,
} from './investment.ts';
import { readInvestment } from './read-investments.ts';

/**
 * Invests at the NAV of the newest tick: the amount goes from the wallet to the bot's pool and buys units, rounded down
 * to 12 decimals. Locks: the bot (shared), then the wallet.
 *
 * Throws AMOUNT_BELOW_MINIMUM, BOT_NOT_AVAILABLE when no portfolio is running, PRICES_STALE (see `assertDealable`) once the
 * bot is locked, INSUFFICIENT_WALLET_BALANCE. Nothing is booked then.
 */
export async function startBot(
  work: Work,
  input: { userId: string; botType: BotType; amountUsd: string },
): Promise<Investment> {
  const { tx, now } = work;
  const { userId, botType } = input;
  const amount = fromWire(input.amountUsd);
  assertStartAmount(botType, amount);
  await lockBotShared(tx, botType);
  const price = await findRunningPrice(tx, botType);
  if (!price) throw DomainError.of('BOT_NOT_AVAILABLE');
  assertDealable(work, price);
  const balances = await lockWallet(tx, userId);
  assertWalletCovers(balances.available, amount);

  const id = newId();
  const transferId = newId();
  const { portfolioId, nav, navSeq, figures, filled } = price;
  const units = unitsFor(amount, nav);
  const row = await insertInvestment(tx, {
    id,
    userId,
    botType,
    portfolioId,
    initialAmount: amount,
    usdInitialAmount: amount,
    units,
    dailyReturnRate: dailyReturnRate(botType),
    startNav: nav,
    startFigures: figures,
    startTransferId: transferId,
    startedAt: now,
    createdAt: now,
    lastUpdated: now,
  });
  const { name } = BOTS[botType];
  const reference = investmentReference(row.number);
  await Promise.all([
    postTransfer(
      work,
      {
        kind: 'bot_started',
        referenceId: id,
        description: `${name} gestartet (${reference})`,
        customer: { userId, available: -amount, reserved: 0n },
        counter: [{ accountId: price.poolAccountId, amount }],
      },
      transferId,
    ),
    insertUnitEntry(tx, {
      portfolioId,
      investmentId: id,
      transferId,
      units,
      nav,
      figures,
      navSeq,
      filled,
      createdAt: now,
    }),
    writeAudit(work, {
      action: 'bot.start',
      subject: 'investment',
      subjectId: id,
      after: { status: 'active', botType, amountUsd: toWire(amount), nav: fixed12ToText(nav), transferId },
    }),
    notify(work, {
      event: 'bot_started_or_stopped',
      userId,
      title: 'Bot gestartet',
      message: `${inUsdt(amount)} sind im ${name} angelegt (${reference}).`,
      type: 'success',
      subject: 'investment',
      subjectId: id,
      facts: [
        { label: 'Bot', value: name },
        { label: 'Betrag', value: inUsdt(amount) },
        { label: 'Referenz', value: reference },
      ],
    }),
  ]);
  work.hintUser(userId, 'investments', 'wallet');
  work.hintAdmins('investments');
  return readInvestment(tx, userId, id);
}

/**
 * Pays an investment out at the NAV of the newest tick: units × NAV, rounded down to the cent, goes from the pool to the
 * wallet and the rest of a cent to the rounding account. Locks: the investment, the bot (shared), then the wallet.
 *
 * @param input `forfeits`: the customer gives the money up with the account, so nobody gains by an old price.
 * Throws INVESTMENT_NOT_FOUND (for foreign ones too), INVESTMENT_STOPPED, PRICES_STALE (see `assertDealable`) once the bot is
 * locked. Nothing is booked then.
 */
export async function stopBot(
  work: Work,
  input: { userId: string; investmentId: string; forfeits?: boolean },
): Promise<Investment> {
  const row = await lockInvestment(work.tx, input.investmentId);
  if (!row || row.userId !== input.userId) throw DomainError.of('INVESTMENT_NOT_FOUND');
  assertStoppable(row.status);
  await lockBotShared(work.tx, row.botType);
  const price = await readPrice(work.tx, row.portfolioId);
  assertDealable(work, price, input.forfeits);
  await payOut(work, row, price);
  return readInvestment(work.tx, row.userId, row.id);
}

/**
 * The platform ends an investment whose portfolio was used up. Does nothing when the customer was faster. Locks as
 * `stopBot` does.
 */
export async function closeInvestment(work: Work, id: string): Promise<void> {
  const row = await lockInvestment(work.tx, id);
  if (row?.status !== 'active') return;
  await lockBotShared(work.tx, row.botType);
  const price = await readPrice(work.tx, row.portfolioId);
  if (!price.closed) throw new Error(`the portfolio of ${investmentReference(row.number)} is not closed`);
  await payOut(work, row, price);
}

async function payOut(work: Work, row: InvestmentRow, price: TradePrice): Promise<void> {
  const { tx } = work;
  const now = stoppedAt(work.now, row);
  const { nav, navSeq, figures, filled } = price;
  const value = marketValueOf(row.units, nav);
  const payout = payoutOf(row.units, nav);
  // What is worth nothing moves nothing: a transfer has no empty entries.
  const transferId = value === 0n ? null : newId();
  const { name } = BOTS[row.botType];
  const reference = investmentReference(row.number);
  const profit = payout - row.usdInitialAmount;
  const manual = await readManual(tx, row.id);
  const signed = (amount: Micros) => inUsdt(amount, { sign: 'always' });
  // The bot has not brought it.
  const byHand = manual === 0n ? '' : `, davon von Hand gebucht ${signed(manual)}`;
  await Promise.all([
    updateInvestment(tx, row.id, {
      status: 'inactive',
      stoppedAt: now,
      lastUpdated: now,
      currentAmount: payout,
      usdCurrentAmount: payout,
      stopNav: nav,
      stopFigures: figures,
      stopTransferId: transferId,
    }),
    transferId === null
      ? undefined
      : postTransfer(
          work,
          {
            kind: 'bot_stopped',
            referenceId: row.id,
            description: `${name} beendet (${reference})`,
            customer: { userId: row.userId, available: payout, reserved: 0n },
            counter: [
              { accountId: price.poolAccountId, amount: -value },
              { accountId: HOUSE_ACCOUNTS.house_rounding, amount: value - payout },
            ],
          },
          transferId,
        ),
    insertUnitEntry(tx, {
      portfolioId: row.portfolioId,
      investmentId: row.id,
      transferId,
      units: -row.units,
      nav,
      figures,
      navSeq,
      filled,
      createdAt: now,
    }),
    writeAudit(work, {
      action: 'bot.stop',
      subject: 'investment',
      subjectId: row.id,
      before: { status: 'active' },
      after: { status: 'inactive', amountUsd: toWire(payout), nav: fixed12ToText(nav), transferId },
      reason: price.closed ? 'portfolio used up' : undefined,
    }),
    notify(work, {
      // A portfolio that is used up was ended by the platform, not by the customer.
      event: price.closed ? 'bot_protection' : 'bot_started_or_stopped',
      userId: row.userId,
      title: 'Bot beendet',
      message: `${stopMessage(name, reference, price.closed, payout)} Ergebnis: ${signed(profit)}${byHand}.`,
      type: price.closed ? 'warning' : profit < 0n ? 'info' : 'success',
      subject: 'investment',
      subjectId: row.id,
      facts: [
        { label: 'Bot', value: name },
        { label: 'Auszahlung', value: inUsdt(payout) },
        { label: 'Ergebnis', value: signed(profit) },
        ...(manual === 0n ? [] : [{ label: 'Davon von Hand gebucht', value: signed(manual) }]),
        { label: 'Referenz', value: reference },
      ],
    }),
  ]);
  work.hintUser(row.userId, 'investments', 'wallet');
  work.hintAdmins('investments');
}

function stopMessage(name: string, reference: string, usedUp: boolean, payout: bigint): string {
  return usedUp
    ? `Das Modellportfolio des ${name} ist aufgebraucht, ${reference} ist wertlos und wurde beendet.`
    : `${inUsdt(payout)} aus ${reference} (${name}) sind in Ihrem Wallet.`;
}
