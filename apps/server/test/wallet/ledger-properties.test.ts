import { DomainError } from '@botdepot/contract';
import { fromWire, toWire } from '@botdepot/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOT_INVARIANTS, startBot, stopBot } from '../../src/modules/bots/index.ts';
import {
  approveDeposit,
  approveWithdrawal,
  cancelDeposit,
  cancelWithdrawal,
  HOUSE_ACCOUNTS,
  LEDGER_INVARIANTS,
  OverdrawnError,
  ownAddress,
  postTransfer,
  rejectDeposit,
  rejectWithdrawal,
  requestDeposit,
  requestWithdrawal,
  verifyInvariants,
} from '../../src/modules/wallet/index.ts';
import { sqlState } from '../../src/platform/database.ts';
import { newId, systemActor } from '../../src/platform/work.ts';
import { type BotsFixture, createBotsFixture } from '../bots/bots-fixture.ts';
import { personActor } from '../server-fixture.ts';

type Step = { command: (typeof COMMANDS)[number]; who: number; which: number; cents: number };

const COMMANDS = [
  'requestDeposit',
  'approveDeposit',
  'rejectDeposit',
  'cancelDeposit',
  'requestWithdrawal',
  'approveWithdrawal',
  'rejectWithdrawal',
  'cancelWithdrawal',
  'startBot',
  'stopBot',
  'closeBar',
] as const;

const step: fc.Arbitrary<Step> = fc.record({
  command: fc.constantFrom(...COMMANDS),
  who: fc.nat({ max: 2 }),
  which: fc.nat({ max: 30 }),
  cents: fc.integer({ min: 1, max: 50_000 }),
});

describe('the ledger', () => {
  let fixture: BotsFixture;
  beforeAll(async () => {
    fixture = await createBotsFixture();
    await fixture.run(6);
  });
  afterAll(() => fixture.close());

  it('keeps every invariant under random interleavings of all money commands', async () => {
    const customers = [personActor('user'), personActor('user'), personActor('user')];
    const admin = personActor('admin');
    const deposits: { id: string; userId: string }[] = [];
    const withdrawals: { id: string; userId: string }[] = [];
    const investments: { id: string; userId: string }[] = [];
    const counts = new Map<string, number>();

    const perform = async ({ command, who, which, cents }: Step): Promise<void> => {
      const customer = customers[who] ?? customers[0];
      if (!customer) return;
      const amountUsd = toWire(BigInt(cents) * 10_000n);
      const { userId } = customer;
      const pick = (list: { id: string; userId: string }[]) =>
        list.at(-1 - (which % Math.min(8, Math.max(1, list.length))));
      const deposit = pick(deposits) ?? { id: newId(), userId };
      const withdrawal = pick(withdrawals) ?? { id: newId(), userId };
      const run = <T>(actor: typeof customer, work: Parameters<typeof fixture.runWork<T>>[1]) =>
        fixture.runWork(actor, work);
      switch (command) {
        case 'requestDeposit':
          deposits.push({
            ...(await run(customer, (work) =>
              requestDeposit(work, { userId, amountUsd, cryptoCurrency: 'ETH' }),
            )),
            userId,
          });
          return;
        case 'approveDeposit':
          await run(admin, (work) => approveDeposit(work, deposit));
          return;
        case 'rejectDeposit':
          await run(admin, (work) => rejectDeposit(work, deposit));
          return;
        case 'cancelDeposit':
          await run(customer, (work) => cancelDeposit(work, { ...deposit, userId }));
          return;
        case 'requestWithdrawal':
          withdrawals.push({
            ...(await run(customer, (work) =>
              requestWithdrawal(work, {
                userId,
                amountUsd,
                cryptoCurrency: 'USDT',
                withdrawalAddress: ownAddress('USDT', userId),
              }),
            )),
            userId,
          });
          return;
        case 'approveWithdrawal':
          await run(admin, (work) => approveWithdrawal(work, withdrawal));
          return;
        case 'rejectWithdrawal':
          await run(admin, (work) => rejectWithdrawal(work, withdrawal));
          return;
        case 'cancelWithdrawal':
          await run(customer, (work) => cancelWithdrawal(work, { ...withdrawal, userId }));
          return;
        case 'startBot':
          investments.push({
            ...(await run(customer, (work) => startBot(work, { userId, botType: 'smartbot', amountUsd }))),
            userId,
          });
          return;
        case 'stopBot': {
          const investment = pick(investments) ?? { id: newId(), userId };
          await run(customer, (work) => stopBot(work, { userId, investmentId: investment.id }));
          return;
        }
        case 'closeBar':
          // Moves the clock on: commands that meet it find a stale tick and are refused.
          await fixture.run(1);
      }
    };

    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 2, maxLength: 6, size: 'max' }), {
          minLength: 6,
          maxLength: 16,
          size: 'max',
        }),
        async (rounds) => {
          for (const round of rounds) {
            await fixture.tick();
            await Promise.all(
              round.map(async (one) => {
                try {
                  await perform(one);
                  counts.set(one.command, (counts.get(one.command) ?? 0) + 1);
                } catch (error) {
                  // Business rejections are answers; anything else is a fault.
                  if (!(error instanceof DomainError)) throw error;
                }
              }),
            );
          }
          const broken = await verifyInvariants(fixture.database.db, [
            ...LEDGER_INVARIANTS,
            ...BOT_INVARIANTS,
          ]);
          expect(broken.filter((result) => result.violations > 0)).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
    // Each command succeeded often enough for the interleavings to mean something.
    for (const command of COMMANDS) expect(counts.get(command) ?? 0, command).toBeGreaterThan(5);
  });

  it('refuses to change or delete what is booked', async () => {
    const customer = await fixture.createCustomer('10');
    expect(customer.userId).toBeTruthy();
    for (const statement of [
      'UPDATE ledger_entries SET amount = amount',
      'DELETE FROM ledger_entries',
      'TRUNCATE ledger_entries CASCADE',
      'UPDATE ledger_transfers SET description = description',
      'DELETE FROM audit_log',
    ])
      await expect(fixture.database.pool.query(statement), statement).rejects.toMatchObject({
        code: '23001',
      });
  });

  it('refuses entries that do not sum to zero, whoever writes them', async () => {
    const { pool } = fixture.database;
    const transferId = newId();
    await pool.query(
      `INSERT INTO ledger_transfers (id, kind, reference_id, description, created_at) VALUES ($1, 'bot_settled', $1, 'Probe', now())`,
      [transferId],
    );
    const entry = 'INSERT INTO ledger_entries (transfer_id, position, account_id, amount) VALUES ';
    const [a, b] = [HOUSE_ACCOUNTS.house_deposits, HOUSE_ACCOUNTS.house_rounding];
    await expect(
      pool.query(`${entry} ($1, 1, $2, 5), ($1, 2, $3, -4)`, [transferId, a, b]),
    ).rejects.toMatchObject({ code: '23514' });
    await expect(pool.query(`${entry} ($1, 1, $2, 0.000001)`, [transferId, a])).rejects.toMatchObject({
      code: '23514',
    });
    // Balanced entries are fine; they also keep the invariants of this file's database whole.
    await pool.query(`${entry} ($1, 1, $2, 5), ($1, 2, $3, -5)`, [transferId, a, b]);
  });

  it('never overdraws, even when a rule forgets to check', async () => {
    const customer = await fixture.createCustomer('10');
    const overdraw = fixture.runWork(systemActor('test'), (work) =>
      postTransfer(work, {
        kind: 'wallet_corrected',
        referenceId: newId(),
        description: 'Probe',
        customer: { userId: customer.userId, available: fromWire('-10.000001'), reserved: 0n },
        counter: [{ accountId: HOUSE_ACCOUNTS.house_corrections, amount: fromWire('10.000001') }],
      }),
    );
    await expect(overdraw).rejects.toBeInstanceOf(OverdrawnError);
    await expect(overdraw).rejects.toSatisfy((error) => sqlState(error) === '23514');
  });

  it('refuses a draft that is not double entry before it reaches the database', async () => {
    const draft = { kind: 'wallet_corrected', referenceId: newId(), description: 'Probe' } as const;
    await expect(
      fixture.runWork(systemActor('test'), (work) =>
        postTransfer(work, {
          ...draft,
          customer: { userId: newId(), available: 5n, reserved: 0n },
          counter: [],
        }),
      ),
    ).rejects.toBeInstanceOf(RangeError);
  });
});
