// Which money command comes next: drawn by a seeded generator from what the drill has learned so far.
import { type Answer, isDone, type Operation, type OperationKind } from './operations.ts';
import type { Person } from './person.ts';
import { chosen, type Random, randomFrom, randomKey } from './random.ts';

/** How often each is drawn, relative to one another. */
const WEIGHTS: Record<OperationKind, number> = {
  'deposit.request': 16,
  'deposit.cancel': 6,
  'deposit.approve': 9,
  'deposit.reject': 6,
  'withdrawal.request': 16,
  'withdrawal.cancel': 6,
  'withdrawal.approve': 7,
  'withdrawal.reject': 6,
  'bot.start': 10,
  'bot.stop': 8,
  'wallet.correct': 5,
  'bot.return': 5,
  'own_bot.start': 8,
  'own_bot.stop': 4,
};

/** Decisions go to one of the newest targets, so that several people often decide on the same one at once. */
const RECENT = 12;

type Subject = 'deposit' | 'withdrawal' | 'investment' | 'ownBot';
type Target = { id: string; customer: Person };

const TARGETS: Partial<Record<OperationKind, Subject>> = {
  'deposit.cancel': 'deposit',
  'deposit.approve': 'deposit',
  'deposit.reject': 'deposit',
  'withdrawal.cancel': 'withdrawal',
  'withdrawal.approve': 'withdrawal',
  'withdrawal.reject': 'withdrawal',
  'bot.stop': 'investment',
  'bot.return': 'investment',
  'own_bot.stop': 'ownBot',
};
const MAKES: Partial<Record<OperationKind, Subject>> = {
  'deposit.request': 'deposit',
  'withdrawal.request': 'withdrawal',
  'bot.start': 'investment',
  'own_bot.start': 'ownBot',
};
/** Drawn in place of a decision that has nothing to decide on. */
const MAKER: Record<Subject, OperationKind> = {
  deposit: 'deposit.request',
  withdrawal: 'withdrawal.request',
  investment: 'bot.start',
  ownBot: 'own_bot.start',
};
const ENDS: ReadonlySet<OperationKind> = new Set(
  (Object.keys(TARGETS) as OperationKind[]).filter((kind) => kind !== 'bot.return'),
);

export type Plan = {
  next(): Operation;
  /** Takes in what an answer says of what there is to decide on. */
  learn(operation: Operation, answer: Answer | null): void;
};

/** @param people at least one customer and one admin each. */
export function createPlan(
  seed: number,
  people: { customers: readonly Person[]; admins: readonly Person[] },
): Plan {
  const random = randomFrom(seed);
  const open: Record<Subject, Map<string, Target>> = {
    deposit: new Map(),
    withdrawal: new Map(),
    investment: new Map(),
    ownBot: new Map(),
  };
  const nextCents = new Map<string, number>();

  /** From 100.00 on, and different from every other amount of this customer: so it can be found again without its key. */
  function uniqueAmount(customer: Person): string {
    const cents = nextCents.get(customer.userId) ?? 1;
    nextCents.set(customer.userId, cents + 1);
    return (100 + cents / 100).toFixed(2);
  }

  function draw(kind: OperationKind): Operation {
    const subject = TARGETS[kind];
    const target = subject && chosen(random, [...open[subject].values()].slice(-RECENT));
    if (subject && !target) return draw(MAKER[subject]);
    const customer = target?.customer ?? some(random, people.customers);
    const admin = some(random, people.admins);
    const key = randomKey(random);
    const isAdmins = /approve|reject|correct|return/.test(kind);
    return {
      key,
      kind,
      as: isAdmins ? admin : customer,
      customer,
      targetId: target?.id ?? null,
      ...requestOf(random, kind, key, customer, target?.id ?? '', () => uniqueAmount(customer)),
    };
  }

  return {
    next: () => draw(drawKind(random)),
    learn({ kind, customer, targetId, path }, answer) {
      if (!answer) return;
      const made = MAKES[kind];
      if (made && isDone(answer)) {
        // What is made of an own bot is an order, and what can be stopped is the bot.
        const id = made === 'ownBot' ? idIn(path) : (JSON.parse(answer.body) as { id: string }).id;
        open[made].set(id, { id, customer });
      }
      const subject = TARGETS[kind];
      // Before its first minute an own bot cannot be stopped yet.
      const isOver = isDone(answer) ? ENDS.has(kind) : answer.status === 409 && subject !== 'ownBot';
      if (subject && targetId !== null && isOver) open[subject].delete(targetId);
    },
  };
}

const idIn = (path: string): string => path.split('/')[2] ?? '';

function drawKind(random: Random): OperationKind {
  const weights = Object.entries(WEIGHTS) as [OperationKind, number][];
  let rest = random() * weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [kind, weight] of weights) {
    rest -= weight;
    if (rest < 0) return kind;
  }
  return 'deposit.request';
}

function some<T>(random: Random, from: readonly T[]): T {
  const found = chosen(random, from);
  if (found === undefined) throw new Error('nobody to choose from');
  return found;
}

function requestOf(
  random: Random,
  kind: OperationKind,
  key: string,
  customer: Person,
  targetId: string,
  amount: () => string,
): Pick<Operation, 'path' | 'body'> {
  const reason = tagOf(key);
  switch (kind) {
    case 'deposit.request':
      return { path: '/deposits', body: { amountUsd: amount(), cryptoCurrency: 'USDT' } };
    case 'withdrawal.request':
      return {
        path: '/withdrawals',
        body: { amountUsd: amount(), cryptoCurrency: 'BTC', withdrawalAddress: customer.address },
      };
    case 'bot.start':
      return { path: '/bot-investments', body: { botType: 'smartbot', amountUsd: amount() } };
    case 'own_bot.start':
      return {
        path: `/own-bots/${some(random, customer.ownBots ?? [])}/start`,
        body: { version: 1, amountUsd: amount() },
      };
    case 'own_bot.stop':
      return { path: `/own-bots/${targetId}/stop`, body: {} };
    case 'deposit.cancel':
    case 'withdrawal.cancel':
      return { path: `/${kind.split('.')[0]}s/${targetId}/cancel`, body: {} };
    case 'bot.stop':
      return { path: `/bot-investments/${targetId}/stop`, body: {} };
    case 'deposit.approve':
    case 'withdrawal.approve':
      return { path: `/admin/${kind.split('.')[0]}s/${targetId}/approve`, body: {} };
    case 'deposit.reject':
    case 'withdrawal.reject':
      return { path: `/admin/${kind.split('.')[0]}s/${targetId}/reject`, body: { reason } };
    case 'bot.return': {
      const percent = random() < 0.5 ? '1.5' : '-2.25';
      return { path: `/admin/bot-investments/${targetId}/return`, body: { percent, reason } };
    }
    case 'wallet.correct': {
      const direction = random() < 0.5 ? 'credit' : 'debit';
      const amountUsd = (1 + Math.floor(random() * 5_000) / 100).toFixed(2);
      return {
        path: '/admin/wallet-corrections',
        body: { email: customer.email, direction, amountUsd, reason },
      };
    }
  }
}

/** What a free text of the operation says, so that its effects can be found without its key's row. */
export const tagOf = (key: string): string => `Übung ${key}`;
