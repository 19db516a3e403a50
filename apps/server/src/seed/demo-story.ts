import type { CryptoCurrency } from '@botdepot/contract';
import { DAY_MS, HOUR_MS } from '@botdepot/trading';
import { type DemoMoment, startBot, stopBot } from '../modules/bots/index.ts';
import {
  approveDeposit,
  approveWithdrawal,
  cancelWithdrawal,
  ownAddress,
  rejectDeposit,
  requestDeposit,
  requestWithdrawal,
} from '../modules/wallet/index.ts';
import type { Actor, WorkRunner } from '../platform/work.ts';
import type { DemoPerson, DemoUserIds } from './demo-people.ts';

/** A moment of the demo, of which `now` is the end: `hour` (UTC) of a day; of the last one, hours back from the last full hour. */
export function demoTime(now: Date, { daysAgo, hour }: { daysAgo: number; hour: number }): Date {
  const end = now.getTime() - (now.getTime() % HOUR_MS);
  if (daysAgo === 0) return new Date(end - hour * HOUR_MS);
  const midnight = end - (end % DAY_MS);
  return new Date(midnight - daysAgo * DAY_MS + hour * HOUR_MS);
}

/**
 * What the demo's people did, as moments of the simulated history: every line is a real command of a real actor, so the
 * books, notifications and audit rows come about as they always do.
 */
export function tellDemoStory(deps: {
  runWork: WorkRunner;
  ids: DemoUserIds;
  actorOf(person: DemoPerson): Actor;
  now: Date;
}): DemoMoment[] {
  const { runWork, ids, actorOf } = deps;
  const moments: DemoMoment[] = [];
  const at = (daysAgo: number, hour: number, run: () => Promise<unknown>): void => {
    moments.push({
      at: demoTime(deps.now, { daysAgo, hour }),
      run: async () => {
        await run();
      },
    });
  };
  const kept: Record<string, string> = {};
  const idOf = (name: string): string => {
    const id = kept[name];
    if (!id) throw new Error(`the demo story refers to ${name} before it happened`);
    return id;
  };

  const deposit =
    (who: DemoPerson, name: string, amountUsd: string, cryptoCurrency: CryptoCurrency) => async () => {
      const made = await runWork(actorOf(who), (work) =>
        requestDeposit(work, { userId: ids[who], amountUsd, cryptoCurrency }),
      );
      kept[name] = made.id;
    };
  const approve = (name: string) => () =>
    runWork(actorOf('berger'), (work) => approveDeposit(work, { id: idOf(name) }));
  const reject = (name: string, reason: string) => () =>
    runWork(actorOf('berger'), (work) => rejectDeposit(work, { id: idOf(name), reason }));
  const withdraw =
    (who: DemoPerson, name: string, amountUsd: string, cryptoCurrency: CryptoCurrency) => async () => {
      const made = await runWork(actorOf(who), (work) =>
        requestWithdrawal(work, {
          userId: ids[who],
          amountUsd,
          cryptoCurrency,
          withdrawalAddress: ownAddress(cryptoCurrency, ids[who]),
        }),
      );
      kept[name] = made.id;
    };
  const payOut = (name: string) => () =>
    runWork(actorOf('berger'), (work) => approveWithdrawal(work, { id: idOf(name) }));
  const takeBack = (who: DemoPerson, name: string) => () =>
    runWork(actorOf(who), (work) => cancelWithdrawal(work, { id: idOf(name), userId: ids[who] }));
  const start = (who: DemoPerson, name: string, amountUsd: string) => async () => {
    const made = await runWork(actorOf(who), (work) =>
      startBot(work, { userId: ids[who], botType: 'smartbot', amountUsd }),
    );
    kept[name] = made.id;
  };
  const stop = (who: DemoPerson, name: string) => () =>
    runWork(actorOf(who), (work) => stopBot(work, { userId: ids[who], investmentId: idOf(name) }));

  at(56, 9, deposit('brandt', 'first', '5000', 'USDT'));
  at(56, 10.5, approve('first'));
  at(55, 8.5, start('brandt', 'long', '2000'));
  at(42, 16, deposit('brandt', 'second', '7500', 'BTC'));
  at(42, 17.25, approve('second'));
  at(41, 7, start('brandt', 'short', '1000'));
  at(30, 9, withdraw('brandt', 'paid', '750', 'USDT'));
  at(30, 15.75, payOut('paid'));
  at(20, 11, deposit('lorenz', 'small', '300', 'USDT'));
  at(20, 12.25, approve('small'));
  at(19, 18, start('lorenz', 'try', '150'));
  at(12, 14.9, stop('brandt', 'short'));
  at(6, 19.5, stop('lorenz', 'try'));
  at(5, 8, withdraw('lorenz', 'regret', '100', 'ETH'));
  at(5, 8.5, takeBack('lorenz', 'regret'));
  at(3, 9.7, deposit('brandt', 'refused', '250', 'ETH'));
  at(3, 11.2, reject('refused', 'Der Betrag stimmt nicht mit dem Antrag überein.'));
  at(1, 15.8, withdraw('brandt', 'open', '500', 'ETH'));
  at(0, 2.4, deposit('brandt', 'waiting', '1000', 'BTC'));
  at(0, 0.8, deposit('kramer', 'new', '120.50', 'USDT'));
  return moments.sort((a, b) => a.at.getTime() - b.at.getTime());
}
