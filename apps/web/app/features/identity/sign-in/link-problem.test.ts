import { describe, expect, it } from 'vitest';
import { linkProblem } from './link-problem.ts';

describe('a confirmation link that did not work', () => {
  it('is explained', () => {
    expect(linkProblem('?error=TOKEN_EXPIRED')?.title).toContain('abgelaufen');
    expect(linkProblem('?error=USER_NOT_FOUND')?.text).toContain('neues Konto');
  });

  it.each(['?error=toString', '?error=SOMETHING_NEW', '?error='])('is explained in general: %s', (search) => {
    expect(linkProblem(search)?.text).toContain('Melden Sie sich an');
  });

  it('of a provider is explained as such', () => {
    expect(linkProblem('?error=identity_unknown')?.title).toContain('mit keinem Konto verbunden');
    expect(linkProblem('?error=provider_expired')?.text).toContain('Passwort');
  });

  it('of another account keeps who is signed in on the page that says so', () => {
    expect(linkProblem('?error=other_account')).toMatchObject({
      title: expect.stringContaining('bestätigt'),
      stays: true,
    });
    expect(linkProblem('?error=TOKEN_EXPIRED')?.stays).toBeUndefined();
  });

  it('is no topic of an ordinary visit', () => {
    expect(linkProblem('?next=/dashboard')).toBeUndefined();
  });
});
