import { describe, expect, it } from 'vitest';
import { readSignUpProgress } from './sign-up-progress.ts';

describe('the progress of a sign-up in the history', () => {
  it('is read as it was written', () => {
    const progress = { step: 'confirmation', email: 'anna@example.de', signedIn: false };
    expect(readSignUpProgress(progress)).toEqual(progress);
  });

  it.each([
    null,
    'bot',
    {},
    { step: 'bot' },
    { step: 'account', email: 'anna@example.de', signedIn: true },
    { step: 'bot', email: 1, signedIn: true },
  ])('is none for %j', (state) => {
    expect(readSignUpProgress(state)).toBeUndefined();
  });
});
