import { LIVE_SUBJECTS } from '@botdepot/contract';
import type { QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHintFollower, keysOf } from './live-subjects.ts';

const pathsOf = (keys: readonly QueryKey[]) => keys.map((key) => (key[0] as string[]).join('.'));

describe('a hint', () => {
  it('names the operations to ask again, each once', () => {
    expect(pathsOf(keysOf({ type: 'account', subjects: ['wallet', 'investments'] }))).toEqual([
      'wallet.getWallet',
      'wallet.listTransactions',
      'wallet.getTransactionSum',
      'wallet.getStatement',
      'wealth',
      'bots.listInvestments',
      'bots.getInvestment',
      'bots.listInvestmentFills',
      'bots.listTradingRecords',
    ]);
    expect(pathsOf(keysOf({ type: 'admin', subjects: ['deposits', 'withdrawals'] }))).toEqual([
      'admin.getOverview',
      'admin.listPendingDeposits',
      'admin.findCustomers',
      'admin.getCustomer',
      'admin.listCustomerTransactions',
      'admin.listCustomerInvestments',
      'admin.listCustomerDeposits',
      'admin.listCustomerWithdrawals',
      'admin.listCustomerChats',
      'admin.listCustomerAudit',
      'supportDesk.getContext',
      'admin.getApproval',
      'admin.listPendingWithdrawals',
    ]);
  });

  it.each(['wallet', 'investments', 'withdrawals', 'access', 'approvals'] as const)(
    'about %s asks again what an approval would do at this moment',
    (subject) => {
      expect(pathsOf(keysOf({ type: 'admin', subjects: [subject] }))).toContain('admin.getApproval');
    },
  );

  it('for the admins touches nothing of the account', () => {
    const paths = pathsOf(keysOf({ type: 'admin', subjects: [...LIVE_SUBJECTS] }));
    expect(paths.every((path) => /^(admin\.|supportDesk)/.test(path))).toBe(true);
  });
});

describe('following hints', () => {
  let asked: string[];
  const client = {
    invalidateQueries: async (filters?: { queryKey?: QueryKey }) => {
      asked.push(filters?.queryKey ? (pathsOf([filters.queryKey])[0] ?? '') : 'everything');
    },
  };
  beforeEach(() => {
    asked = [];
    vi.useFakeTimers({ now: 1_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('asks once for a burst of hints and at most once a second', () => {
    const follower = createHintFollower(client);
    const hint = () => follower.follow({ type: 'account', subjects: ['notifications'] });
    for (let index = 0; index < 5; index += 1) hint();
    vi.advanceTimersByTime(100);
    expect(asked).toEqual(['notifications']);
    hint();
    vi.advanceTimersByTime(500);
    expect(asked).toHaveLength(1);
    vi.advanceTimersByTime(600);
    expect(asked).toHaveLength(2);
  });

  it('asks for everything after a gap at once, after an interruption of the server spread out', () => {
    const follower = createHintFollower(client);
    follower.refetchAll();
    vi.advanceTimersByTime(0);
    expect(asked).toEqual(['everything']);
    follower.refetchAll({ spread: true });
    vi.advanceTimersByTime(2_000);
    expect(asked).toEqual(['everything', 'everything']);
  });

  it('asks for nothing any more once it is closed', () => {
    const follower = createHintFollower(client);
    follower.follow({ type: 'account', subjects: ['bots'] });
    follower.close();
    vi.advanceTimersByTime(5_000);
    expect(asked).toEqual([]);
  });
});
