import { BOTS, DomainError, type Investment } from '@botdepot/contract';
import { fixed12ToText, inUsdt, marketValueOf, payoutOf, toWire } from '@botdepot/money';
import { writeAudit } from '../../../platform/audit.ts';
import { newId } from '../../../platform/ids.ts';
import type { Work } from '../../../platform/work.ts';
import { notify } from '../../notifications/index.ts';
import { HOUSE_ACCOUNTS, postTransfer } from '../../wallet/index.ts';
import { lockBotShared } from '../portfolio/bot-lock.ts';
import { type InvestmentRow, insertUnitEntry, lockInvestment, updateInvestment } from './investment.store.ts';
import { assertDealable, assertStoppable, investmentReference, stoppedAt } from './investment.ts';
import { readInvestment } from './read-investments.ts';
import { readPrice, type TradePrice } from './trade-price.store.ts';

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
      message: `${stopMessage(name, reference, price.closed, payout)} Ergebnis: ${inUsdt(profit, { sign: 'always' })}.`,
      type: price.closed ? 'warning' : profit < 0n ? 'info' : 'success',
      subject: 'investment',
      subjectId: row.id,
      facts: [
        { label: 'Bot', value: name },
        { label: 'Auszahlung', value: inUsdt(payout) },
        { label: 'Ergebnis', value: inUsdt(profit, { sign: 'always' }) },
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
