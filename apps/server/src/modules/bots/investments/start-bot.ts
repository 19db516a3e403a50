import { BOTS, type BotType, DomainError, type Investment } from '@botdepot/contract';
import { fixed12ToText, fromWire, inUsdt, toWire, unitsFor } from '@botdepot/money';
import { writeAudit } from '../../../platform/audit.ts';
import { newId } from '../../../platform/ids.ts';
import type { Work } from '../../../platform/work.ts';
import { notify } from '../../notifications/index.ts';
import { lockWallet, postTransfer } from '../../wallet/index.ts';
import { lockBotShared } from '../portfolio/bot-lock.ts';
import { insertInvestment, insertUnitEntry } from './investment.store.ts';
import {
  assertDealable,
  assertStartAmount,
  assertWalletCovers,
  dailyReturnRate,
  investmentReference,
} from './investment.ts';
import { readInvestment } from './read-investments.ts';
import { findRunningPrice } from './trade-price.store.ts';

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
