import { LIVE_SUBJECTS } from '@botdepot/contract';
import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { askAgain, askAgainAfter, createHintFollower, keysOf } from './live-subjects.ts';

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
      'admin.listRequests',
      'admin.findCustomers',
      'admin.getCustomer',
      'admin.getCustomerFacts',
      'admin.listCustomerTransactions',
      'admin.listCustomerInvestments',
      'admin.listCustomerDeposits',
      'admin.listCustomerWithdrawals',
      'admin.listCustomerChats',
      'admin.listCustomerAudit',
      'admin.getCustomerOwnBots',
      'supportDesk.getContext',
      'admin.getApproval',
      'admin.listPendingWithdrawals',
    ]);
  });

  it('about the bots asks again for their protocol, which grows with what they do', () => {
    expect(pathsOf(keysOf({ type: 'account', subjects: ['bots'] }))).toEqual([
      'bots.listBots',
      'bots.getBot',
      'bots.listProtocol',
      'bots.listTradingEvents',
    ]);
  });

  it('about requests asks again for the list and for the one that is open', () => {
    expect(pathsOf(keysOf({ type: 'account', subjects: ['deposits', 'withdrawals'] }))).toEqual([
      'wallet.listDeposits',
      'wallet.getDeposit',
      'wallet.listWithdrawals',
      'wallet.getWithdrawal',
    ]);
  });

  it('about own bots asks again for those of everybody, and what one customer may have', () => {
    const paths = pathsOf(keysOf({ type: 'admin', subjects: ['own_bots'] }));
    expect(paths).toEqual(
      expect.arrayContaining([
        'admin.listAllOwnBots',
        'admin.getOwnBotRun',
        'admin.listOwnBotHolds',
        'admin.getCustomerOwnBots',
      ]),
    );
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
  const client = new QueryClient();
  client.invalidateQueries = async (filters) => {
    asked.push(filters?.queryKey ? (pathsOf([filters.queryKey])[0] ?? '') : 'everything');
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

describe('a command of one’s own', () => {
  it('asks at once for the history of the wealth as well, each operation once', () => {
    const asked: string[] = [];
    const client = new QueryClient();
    client.invalidateQueries = async (filters) => {
      asked.push(...pathsOf(filters?.queryKey ? [filters.queryKey] : []));
    };
    void askAgainAfter(client, 'bots.startBot');
    expect(asked).toContain('wealth');
    expect(asked).toContain('bots.listInvestments');
    expect(asked).toContain('bots.getBot');
    expect(new Set(asked).size).toBe(asked.length);
  });
});

describe('asking again', () => {
  /** A query on the screen whose answers come when the test says so. */
  const show = () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
    const answers: PromiseWithResolvers<number>[] = [];
    const observer = new QueryObserver(client, {
      queryKey: ['wallet'],
      queryFn: () => {
        const answer = Promise.withResolvers<number>();
        answers.push(answer);
        return answer.promise;
      },
    });
    onTestFinished(observer.subscribe(() => undefined));
    return { client, answers, shown: () => observer.getCurrentResult().data };
  };

  it('asks once more when the first answer was under way, which may be older than the change', async () => {
    const { client, answers, shown } = show();
    expect(answers).toHaveLength(1);
    void askAgain(client, { queryKey: ['wallet'] });
    expect(answers).toHaveLength(1);
    answers[0]?.resolve(0);
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.resolve(1);
    await vi.waitFor(() => expect(shown()).toBe(1));
    expect(answers).toHaveLength(2);
  });

  it('leaves a first answer that fails to whoever reads that', async () => {
    const { client, answers } = show();
    void askAgain(client);
    answers[0]?.reject(new Error('no answer'));
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
    expect(answers).toHaveLength(1);
  });

  it('begins a later answer anew', async () => {
    const { client, answers, shown } = show();
    answers[0]?.resolve(0);
    await vi.waitFor(() => expect(shown()).toBe(0));
    void askAgain(client);
    void askAgain(client);
    expect(answers).toHaveLength(3);
    answers[2]?.resolve(2);
    await vi.waitFor(() => expect(shown()).toBe(2));
  });
});
