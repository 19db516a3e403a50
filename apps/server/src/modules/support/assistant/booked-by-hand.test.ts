import { BOTS } from '@botdepot/contract';
import { toWire } from '@botdepot/money';
import { describe, expect, it } from 'vitest';
import type { CustomerFacts } from './customer-facts.ts';
import { NO_FACTS } from './no-facts.ts';
import { numberedTopic } from './numbered-answers.ts';
import { botValues, ownBot, ownLosses, results } from './personal-answers.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
const HAND = -105_810_000n;

// Only what the answers read.
const investment = {
  botType: 'smartbot',
  reference: 'B-3001',
  usdInitialAmount: '2000.000000',
  usdCurrentAmount: '1985.430000',
  profit: '-14.570000',
  startedAt: '2026-01-06T10:00:00Z',
  stoppedAt: null,
};
const factsOf = (profit: string, byHand: bigint): CustomerFacts => ({
  ...NO_FACTS,
  investments: [{ ...investment, profit, manual: toWire(byHand) }] as unknown as CustomerFacts['investments'],
  runningBots: 1,
  results: { running: BigInt(profit.replace('.', '')), ended: null },
  ofBots: new Map([
    [
      'smartbot',
      {
        count: 1,
        initial: 2_000_000_000n,
        since: new Date('2026-01-06T10:00:00Z'),
        value: 1_985_430_000n,
        running: BigInt(profit.replace('.', '')),
        ended: null,
        byHand: { running: byHand, ended: 0n },
      },
    ],
  ]) as CustomerFacts['ofBots'],
});
const facts = factsOf('-14.570000', HAND);
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('what the operator booked by hand', () => {
  it('is told beside what a bot itself brought, and is no reason to say when it loses', () => {
    const message = plain(ownBot('smartbot')(facts, NOW).message);
    expect(message).toMatch(
      /^Ihr SmartBot läuft seit 06\.01\.2026, 11:00 Uhr mit 2\.000,00 USDT und hat seitdem selbst \+91,24 USDT gebracht\. Von Hand gebucht wurden −105,81 USDT; zusammen sind das −14,57 USDT\./,
    );
    expect(message).toContain('„Wallet“, „Transaktionen“');
    expect(message).not.toContain(BOTS.smartbot.losesWhen);
  });

  it('hides no loss of the bot itself', () => {
    const message = plain(ownBot('smartbot')(factsOf('20.000000', 50_000_000n), NOW).message);
    expect(message).toContain('und hat seitdem selbst −30,00 USDT gebracht.');
    expect(message).toContain(`Der SmartBot verliert, ${BOTS.smartbot.losesWhen}`);
  });

  it('is told of those that were ended as well', () => {
    const ended: CustomerFacts = {
      ...NO_FACTS,
      results: { running: null, ended: -14_570_000n },
      ofBots: new Map([
        [
          'smartbot',
          {
            count: 0,
            initial: 0n,
            since: null,
            value: 0n,
            running: null,
            ended: -14_570_000n,
            byHand: { running: 0n, ended: HAND },
          },
        ],
      ]) as CustomerFacts['ofBots'],
    };
    const said =
      'haben zusammen +91,24 USDT gebracht. Von Hand gebucht wurden −105,81 USDT; zusammen sind das −14,57 USDT.';
    expect(plain(ownBot('smartbot')(ended, NOW).message)).toContain(`Ihre beendeten ${said}`);
    expect(plain(botValues(ended, NOW).message)).toContain(`Ihre beendeten Bots ${said}`);
  });

  it('is a line of its own in the sum of all bots', () => {
    const { message, facts: sheet } = results(facts, NOW);
    expect(plain(message)).toMatch(
      /^Ihre Bots haben bis jetzt zusammen \+91,24 USDT gebracht\. Von Hand gebucht wurden −105,81 USDT; zusammen sind das −14,57 USDT\. Im Dashboard steht das als „Gewinn gesamt“/,
    );
    expect(sheet).toEqual([
      { label: 'Laufende Bots', value: '+91,24\u00a0USDT' },
      { label: 'Von Hand gebucht', value: '−105,81\u00a0USDT' },
    ]);
  });

  it('stands beside each investment, and who asks why bots lose hears that they did not', () => {
    const line = 'SmartBot B-3001 +91,24 USDT (dazu von Hand gebucht −105,81 USDT)';
    expect(plain(botValues(facts, NOW).message)).toContain(`Ergebnis seit dem Start: ${line}.`);
    const why = plain(ownLosses(facts, NOW).message);
    expect(why).toContain(`Ergebnis seit dem Start: ${line}.`);
    expect(why).toContain('Das Minus kommt aus dem, was von Hand gebucht wurde');
    expect(why).not.toContain(BOTS.smartbot.losesWhen);
    expect(plain(ownLosses(factsOf('20.000000', 50_000_000n), NOW).message)).toContain(
      `Der SmartBot verliert, ${BOTS.smartbot.losesWhen}`,
    );
  });

  it('is a part of the result of an investment that is named by its number', () => {
    const { answer } = numberedTopic('Wie läuft B-3001?');
    if (typeof answer === 'string') throw new Error('it knows no customer');
    const [item] = facts.investments;
    if (!item) throw new Error('no investment');
    const numbered: CustomerFacts['numbered'] = new Map([['B-3001', { kind: 'investment', item }]]);
    const { facts: sheet } = answer({ ...facts, numbered }, NOW);
    expect(sheet?.slice(2)).toEqual([
      { label: 'Ergebnis', value: '−14,57\u00a0USDT' },
      { label: 'Davon von Hand gebucht', value: '−105,81\u00a0USDT' },
    ]);
  });
});
