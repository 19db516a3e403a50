import { describe, expect, it } from 'vitest';
import { destinationAfterLogin, loginReturningTo, returnAddress, urls } from './urls.ts';

describe('the way back after login', () => {
  it('leads to the page that asked for the login, with its query', () => {
    const address = loginReturningTo('/dashboard/wallet?tab=transaktionen');
    expect(destinationAfterLogin(new URL(address, 'http://x').search)).toBe(
      '/dashboard/wallet?tab=transaktionen',
    );
  });

  it.each([
    '',
    '?next=',
    '?next=https://example.com',
    '?next=//example.com',
    '?next=/\\example.com',
    '?next=/%09/example.com',
    '?next=/%0A/example.com',
    '?next=/login',
  ])('goes to the dashboard for %s', (search) => {
    expect(returnAddress(search)).toBeNull();
    expect(destinationAfterLogin(search)).toBe(urls.dashboard);
  });
});
