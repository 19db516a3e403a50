import { TERMS } from '@botdepot/contract/terms';
import { describe, expect, it } from 'vitest';
import { findTopic } from './find-topics.ts';
import { termTopic } from './term-topics.ts';

describe('a word of trade', () => {
  it.each(['Was bedeutet Drawdown?', 'was ist ein drawdown', 'Drawdown', 'Drawdown - was ist das?'])(
    'is explained as the page of terms does: „%s“',
    (question) => {
      expect(findTopic(question)?.id).toBe('term-drawdown');
    },
  );

  it('that has a topic of its own keeps it', () => {
    expect(findTopic('Was bedeutet USDT?')?.id).toBe('usdt');
    expect(findTopic('Was bedeutet reserviert?')?.id).toBe('own-balance');
    expect(findTopic('Guthaben')?.id).toBe('own-balance');
  });

  it.each(TERMS.map(({ id, word }) => [word, id]))('is known by its own name: „%s“', (word, id) => {
    const topic = termTopic(`Was bedeutet „${word}“?`, false);
    const term = TERMS.find((one) => one.id === id);
    expect(topic).toMatchObject({
      id: `term-${id}`,
      answer: `${term?.meaning}\n\nEin Beispiel: ${term?.example}`,
    });
  });

  it.each([
    ['slipage', 'slippage'],
    ['Was ist Slipage?', 'slippage'],
    ['drowdown', 'drawdown'],
    ['was ist ein drawdwon', 'drawdown'],
    ['hebl', 'leverage'],
    ['Was bedeutet Hbeel?', 'leverage'],
    ['sharp ratio', 'sharpe'],
    ['Was ist die Sharp-Ratio?', 'sharpe'],
    ['erklär mir volatilitet', 'volatility'],
    ['Gleitender Durchschnit, was ist das?', 'moving-average'],
    ['stoploss', 'stop'],
  ])('that is misspelt is explained, and said to be taken for it: „%s“', (question, id) => {
    const topic = findTopic(question);
    expect(topic?.id).toBe(`term-${id}`);
    expect(topic?.answer).toMatch(/^Sie meinen vermutlich „[^“]+“\. /);
  });

  it.each([
    ['the platform uses itself', 'oder'],
    ['the platform uses itself', 'Was ist der Verlauf?'],
    ['is too short to be sure of', 'Was ist ein Shop?'],
    ['begins otherwise', 'Was bedeutet Nebel?'],
    ['is too far away', 'Was ist ein Hotel?'],
    ['is no question for a meaning', 'Ich habe einen Hebl gekauft'],
  ])('is not heard in a word that %s: „%s“', (_, question) => {
    expect(findTopic(question)?.id ?? '').not.toMatch(/^term-/);
  });

  it('is not asked for by who asks how something stands', () => {
    for (const question of ['Wie steht mein Drawdown?', 'Was ist mit meinem Hebel?'])
      expect(termTopic(question, true)).toBeUndefined();
    expect(findTopic('Was ist mit Drawdown gemeint?')?.id).toBe('term-drawdown');
  });

  it('is not what another word means', () => {
    for (const question of ['Was bedeutet Photosynthese?', 'Was ist ein ETF?', 'Was heißt das?'])
      expect(termTopic(question, true)).toBeUndefined();
  });
});
