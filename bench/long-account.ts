import { notify } from '../apps/server/src/modules/notifications/index.ts';
import {
  approveDeposit,
  approveWithdrawal,
  HOUSE_ACCOUNTS,
  ownAddress,
  postTransfer,
  requestDeposit,
  requestWithdrawal,
} from '../apps/server/src/modules/wallet/index.ts';
import type { Database } from '../apps/server/src/platform/database.ts';
import { createLocalBus } from '../apps/server/src/platform/live-bus.ts';
import { type Actor, createWorkRunner, newId, type Work } from '../apps/server/src/platform/work.ts';

/** One booking and one notification each. */
const DEPOSITS = 0.04;
/** Two bookings (reserved, paid out) and one notification each. */
const WITHDRAWALS = 0.03;
const PERIOD_MS = 700 * 86_400_000;
/** Commands that share a commit: a story of years must not wait for the disk ten thousand times. */
const PER_COMMIT = 100;

/**
 * Fills an account with bookings and notifications, spread over almost two years, by the functions that make them in
 * the product: requests and their decisions, and corrections for the rest.
 */
export async function fillAccount(
  database: Database,
  userId: string,
  count: { bookings: number; notifications: number },
): Promise<void> {
  const deposits = Math.max(1, Math.round(count.bookings * DEPOSITS));
  const withdrawals = Math.round(count.bookings * WITHDRAWALS);
  const steps: ((work: Work) => Promise<unknown>)[] = [];
  const repeat = (times: number, step: (work: Work) => Promise<unknown>) => {
    for (let time = 0; time < times; time++) steps.push(step);
  };
  const admin = personOf('admin', newId());
  // The money comes first: what is paid out has to be there.
  repeat(deposits, async (work) => {
    const { id } = await requestDeposit(work, { userId, amountUsd: '100', cryptoCurrency: 'USDT' });
    await approveDeposit({ ...work, actor: admin }, { id });
  });
  repeat(withdrawals, async (work) => {
    const withdrawalAddress = ownAddress('USDT', userId);
    const request = { userId, amountUsd: '1', cryptoCurrency: 'USDT' as const, withdrawalAddress };
    const { id } = await requestWithdrawal(work, request);
    await approveWithdrawal({ ...work, actor: admin }, { id });
  });
  const corrections = count.bookings - deposits - 2 * withdrawals;
  const told = count.notifications - deposits - withdrawals;
  for (let place = 0; place < corrections; place++) {
    steps.push((work) => correct(work, userId));
    // Among them, evenly.
    if (Math.floor(((place + 1) * told) / corrections) > Math.floor((place * told) / corrections))
      steps.push((work) => tell(work, userId));
  }

  const began = Date.now() - PERIOD_MS;
  let now = new Date(began);
  const runWork = createWorkRunner({ database, bus: createLocalBus(), clock: { now: () => now } });
  const customer = personOf('user', userId);
  for (let first = 0; first < steps.length; first += PER_COMMIT) {
    await runWork(customer, async (work) => {
      for (const [place, step] of steps.slice(first, first + PER_COMMIT).entries()) {
        now = new Date(began + Math.floor(((first + place) * PERIOD_MS) / steps.length));
        await step({ ...work, now });
      }
    });
  }
}

const correct = (work: Work, userId: string) =>
  postTransfer(work, {
    kind: 'wallet_corrected',
    referenceId: newId(),
    description: 'Korrektur: Kulanz',
    customer: { userId, available: 10_000n, reserved: 0n },
    counter: [{ accountId: HOUSE_ACCOUNTS.house_corrections, amount: -10_000n }],
  });

const tell = (work: Work, userId: string) =>
  notify(work, {
    event: 'wallet_correction',
    userId,
    title: 'Wallet korrigiert',
    message: '0,01 USDT wurden gutgeschrieben. Grund: Kulanz',
    type: 'success',
    subject: 'wallet',
    subjectId: null,
  });

function personOf(role: 'user' | 'admin', userId: string): Actor {
  const session = { sessionId: newId(), authenticatedAt: new Date(), hasSecondFactor: true };
  return { role, adminField: role === 'admin' ? 'all' : null, userId, ...session, requestId: newId() };
}
