import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBot } from '../../src/modules/bots/index.ts';
import { type BotsFixture, createBotsFixture } from '../bots/bots-fixture.ts';

/** §3 of the specification, as it stands there. */
const FIELDS: Record<string, string> = {
  user_profiles: 'user_id, email, role, created_at',
  market_prices: 'id, symbol, price, change_24h, last_updated, market_type',
  bot_investments:
    'id, user_id, bot_type, currency, initial_amount, current_amount, usd_initial_amount, usd_current_amount, status, daily_return_rate, started_at, stopped_at, created_at, last_updated',
  bot_trading_records: 'investment_id, daily_return_rate, amount_before, amount_after, profit_loss',
  user_wallets: 'user_id, currency, balance, locked_balance, usd_balance, usd_locked_balance',
  crypto_deposits:
    'id, user_id, amount_usd, crypto_currency, deposit_address, status, created_at, approved_at, approved_by, notes',
  crypto_withdrawals:
    'id, user_id, amount_usd, crypto_currency, withdrawal_address, status, created_at, approved_at, approved_by, processed_at, notes',
  transactions: 'user_id, type, currency, amount, balance_before, balance_after, reference_id, description',
  user_notifications: 'id, user_id, title, message, type, is_read, created_at',
  support_chats: 'id, user_id, user_email, status, last_message_at',
  support_messages: 'id, chat_id, message, sender_type, sender_id, created_at',
};

const ENTITIES = Object.entries(FIELDS);

/** What docs/spec.md says under „What is different“. */
const MISSING_ON_PURPOSE: Record<string, readonly string[]> = { support_chats: ['user_email'] };

let fixture: BotsFixture;
beforeAll(async () => {
  fixture = await createBotsFixture();
});
afterAll(() => fixture.close());

async function rowsOf<T extends Record<string, unknown>>(
  statement: string,
  ...values: unknown[]
): Promise<T[]> {
  return (await fixture.database.pool.query<T>(statement, values)).rows;
}

describe('an entity of the specification', () => {
  it.each(ENTITIES)('has its fields under their names: %s', async (entity, fields) => {
    const columns = await rowsOf<{ column_name: string }>(
      `SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`,
      entity,
    );
    const present = new Set(columns.map(({ column_name }) => column_name));
    expect(fields.split(', ').filter((field) => !present.has(field))).toEqual(
      MISSING_ON_PURPOSE[entity] ?? [],
    );
  });

  it('books a start of a bot as bot_investment', async () => {
    await fixture.run(12);
    const customer = await fixture.createCustomer('1000');
    await fixture.tick();
    const { id } = await fixture.runWork(customer, (work) =>
      startBot(work, { userId: customer.userId, botType: 'smartbot', amountUsd: '400' }),
    );
    const bookings = await rowsOf(
      `SELECT type, currency, amount::float8 AS amount, balance_before::float8 AS balance_before,
              balance_after::float8 AS balance_after
       FROM transactions WHERE user_id = $1 AND reference_id = $2`,
      customer.userId,
      id,
    );
    expect(bookings).toEqual([
      { type: 'bot_investment', currency: 'USDT', amount: -400, balance_before: 1000, balance_after: 600 },
    ]);
  });
});
