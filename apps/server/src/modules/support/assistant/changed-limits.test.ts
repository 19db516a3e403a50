import { fromWire } from '@botdepot/money';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { NO_FACTS } from './no-facts.ts';

// The catalogue with every figure changed, as an operator would change it, and everything that was built from it anew.
const CATALOGUE = '../../../../../../packages/contract/src/catalogue.ts';
const NOW = new Date('2026-03-02T12:00:00Z');

let answerTo: (question: string) => string;
let handedOver: string;
beforeAll(async () => {
  vi.resetModules();
  vi.doMock(CATALOGUE, async (load) => {
    const catalogue = await load<typeof import('@botdepot/contract/catalogue')>();
    const { BOTS, LIMITS } = catalogue;
    return {
      ...catalogue,
      SERVICE_TIMES: {
        depositHours: [7, 8],
        depositEscalationHours: 11,
        withdrawalHours: 37,
        humanReplyMinutes: [41, 43],
      },
      FEES: {
        deposit: fromWire('0.17'),
        withdrawal: fromWire('0.19'),
        botStart: fromWire('0.23'),
        botStop: fromWire('0.29'),
      },
      LIMITS: {
        ...LIMITS,
        deposit: { ...LIMITS.deposit, minimum: fromWire('13') },
        withdrawal: { ...LIMITS.withdrawal, minimum: fromWire('0.31') },
        recommendedDeposit: fromWire('53'),
      },
      BOTS: {
        ...BOTS,
        smartbot: { ...BOTS.smartbot, minimum: fromWire('167') },
        turbobot: { ...BOTS.turbobot, minimum: fromWire('5003') },
        newsbot: { ...BOTS.newsbot, minimum: fromWire('15013') },
      },
      MEASURED_AFTER_DAYS: 59,
      PASSWORD_MIN_LENGTH: 19,
    };
  });
  const { findTopic } = await import('./find-topics.ts');
  ({ HANDED_OVER: handedOver } = await import('./knowledge.ts'));
  answerTo = (question) => {
    const answer = findTopic(question)?.answer;
    if (answer === undefined) throw new Error(`no topic for ${question}`);
    return typeof answer === 'string' ? answer : answer(NO_FACTS, NOW).message;
  };
});
afterAll(() => {
  vi.doUnmock(CATALOGUE);
  vi.resetModules();
});

describe('a changed limit changes the answer', () => {
  it.each([
    ['Wie lange dauert eine Auszahlung?', ['37']],
    ['Wo bleibt meine Auszahlung?', ['37']],
    ['Wo bleibt meine Einzahlung?', ['7–\u20608']],
    ['Welche Gebühren gibt es?', ['0,17', '0,19', '0,23', '0,29']],
    ['Was ist die Mindesteinzahlung?', ['53', '167,00', '5.003,00']],
    ['Wie viel brauche ich mindestens für einen Bot?', ['167,00', '5.003,00', '15.013,00']],
    ['Wie viele Bots kann ich starten?', ['167,00', '5.003,00', '15.013,00']],
    ['Welche Bots gibt es?', ['167,00', '5.003,00', '15.013,00']],
    ['Ab wie viel startet der NewsBot?', ['15.013,00']],
    ['Wann ist eine Rendite gemessen?', ['59']],
    ['Wie ändere ich mein Passwort?', ['19']],
    ['Wann antwortet mir jemand?', ['41–\u206043']],
  ])('to „%s“', (question, figures) => {
    for (const figure of figures) expect(answerTo(question)).toContain(figure);
  });

  it('and what is said when a human takes over', () => {
    expect(handedOver).toContain('41–\u206043');
  });

  it('to questions about the least that can be paid in and out', () => {
    expect(answerTo('Wie zahle ich ein?')).toContain('13,00');
    expect(answerTo('Wie zahle ich aus?')).toContain('0,31');
  });
});
