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

  it('is not what another word means', () => {
    for (const question of ['Was bedeutet Photosynthese?', 'Was ist ein ETF?', 'Was heißt das?'])
      expect(termTopic(question, true)).toBeUndefined();
  });
});
