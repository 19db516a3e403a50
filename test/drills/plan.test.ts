import { describe, expect, it } from 'vitest';
import { type Answer, OPERATION_KINDS, type Operation } from './operations.ts';
import type { Person } from './person.ts';
import { createPlan, type Plan } from './plan.ts';

const person = (name: string): Person => ({
  userId: name,
  email: `${name}@uebung.example`,
  cookie: '',
  network: '10.0.0.1',
  address: 'demobtc1',
  ownBots: [`${name}-eins`, `${name}-zwei`],
});
const people = { customers: [person('anna'), person('ben')], admins: [person('chef')] };

/** Everything works: what is made gets an id, what is decided is decided. */
function live(plan: Plan, operations: number): Operation[] {
  return Array.from({ length: operations }, (_, index) => {
    const operation = plan.next();
    plan.learn(operation, { status: 200, body: JSON.stringify({ id: `made-${index}` }) });
    return operation;
  });
}

describe('a plan', () => {
  it('is the same for the same seed and another for another one', () => {
    const first = live(createPlan(7, people), 300);
    expect(live(createPlan(7, people), 300)).toEqual(first);
    expect(live(createPlan(8, people), 300)).not.toEqual(first);
  });

  it('draws every kind, each with a key of its own', () => {
    const drawn = live(createPlan(1, people), 600);
    expect(new Set(drawn.map(({ kind }) => kind))).toEqual(new Set(OPERATION_KINDS));
    expect(new Set(drawn.map(({ key }) => key)).size).toBe(drawn.length);
  });

  it('never asks for the same amount twice in one customer’s name', () => {
    const amounts = live(createPlan(2, people), 800)
      .filter(({ kind }) =>
        ['deposit.request', 'withdrawal.request', 'bot.start', 'own_bot.start'].includes(kind),
      )
      .map(({ customer, body }) => `${customer.userId} ${body.amountUsd}`);
    expect(amounts.length).toBeGreaterThan(100);
    expect(new Set(amounts).size).toBe(amounts.length);
  });

  it('lets customers do what is theirs and admins what is theirs', () => {
    for (const { kind, as, customer } of live(createPlan(3, people), 400))
      expect(as, kind).toBe(/approve|reject|correct|return/.test(kind) ? people.admins[0] : customer);
  });

  it('decides on nothing again that was decided before it was drawn', () => {
    const ended = new Set<string>();
    for (const { kind, targetId } of live(createPlan(4, people), 400)) {
      // An own bot may be started and stopped again.
      if (targetId === null || kind === 'own_bot.stop') continue;
      expect(ended.has(targetId), kind).toBe(false);
      if (kind !== 'bot.return') ended.add(targetId);
    }
    expect(ended.size).toBeGreaterThan(50);
  });

  it('goes on deciding on what nobody has answered for', () => {
    const plan = createPlan(5, people);
    const made = [plan.next()];
    while (made.at(-1)?.kind !== 'deposit.request') made.push(plan.next());
    const answer: Answer = { status: 201, body: '{"id":"the-deposit"}' };
    plan.learn(made.at(-1) as Operation, answer);
    const targets = Array.from({ length: 200 }, () => {
      const operation = plan.next();
      plan.learn(operation, null);
      return operation.targetId;
    });
    expect(targets.filter((id) => id === 'the-deposit').length).toBeGreaterThan(10);
  });
});
