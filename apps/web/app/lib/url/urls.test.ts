import { describe, expect, it } from 'vitest';
import { destinationAfterProvider, loginReturningTo, loginStep, returnAddress } from './urls.ts';

describe('the way back after login', () => {
  it('leads to the page that asked for the login, with its query', () => {
    const address = loginReturningTo('/dashboard/wallet?tab=transaktionen');
    const { search } = new URL(address, 'http://x');
    expect(returnAddress(search)).toBe('/dashboard/wallet?tab=transaktionen');
    expect(destinationAfterProvider(search)).toBe('/dashboard/wallet?tab=transaktionen');
  });

  it.each([
    '',
    '?next=',
    '?next=https://example.com',
    '?next=//example.com',
    '?next=/\\example.com',
    '?next=/%09/example.com',
    '?next=/%0A/example.com',
    '?next=/.//example.com',
    '?next=/%2e//example.com',
    '?next=/a/..//example.com',
    '?next=/login',
    '?next=/./login',
  ])('is none for %s, so a provider leads to the step that asks for the start page', (search) => {
    expect(returnAddress(search)).toBeNull();
    const destination = destinationAfterProvider(search);
    expect(loginStep(new URL(destination, 'http://x').search)).toBe('start');
    // The server may put the code of the second factor in between and name that address as the next one.
    expect(returnAddress(`?${new URLSearchParams({ schritt: 'code', next: destination })}`)).toBeNull();
  });

  it('knows no other step', () => {
    expect(loginStep('?schritt=code')).toBe('code');
    expect(loginStep('?schritt=admin')).toBeNull();
    expect(loginStep('')).toBeNull();
  });
});
