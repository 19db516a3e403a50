import { BOTS, DomainError, isolated, type ManualReturn } from '@botdepot/contract';
import { fixed12ToText, inUsdt, toWire } from '@botdepot/money';
import { writeAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Work } from '../../../platform/work.ts';
import { notify } from '../../notifications/index.ts';
import { assertOnePersonIsEnough, HOUSE_ACCOUNTS, lockWallet, postTransfer } from '../../wallet/index.ts';
import { manualTradingRecords } from '../bots.schema.ts';
import { insertUnitEntry, lockInvestment, updateInvestment } from '../investments/investment.store.ts';
import {
  assertDealable,
  assertStoppable,
  investmentReference,
  returnedAt,
} from '../investments/investment.ts';
import { readPrice } from '../investments/trade-price.store.ts';
import { lockBotShared } from '../portfolio/bot-lock.ts';
import { percentText, planReturn } from './manual-return.ts';

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
