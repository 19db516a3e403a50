import { expect, test } from 'vitest';
import { walletUrl } from './address.ts';

test('the overview is the page without parameters', () => {
  expect(walletUrl('uebersicht')).toBe('/dashboard/wallet');
});

test('a view and its filter stand in the address; an absent filter does not', () => {
  expect(walletUrl('auszahlungen', { status: 'pending' })).toBe(
    '/dashboard/wallet?ansicht=auszahlungen&status=pending',
  );
  expect(walletUrl('auszahlungen', { status: null })).toBe('/dashboard/wallet?ansicht=auszahlungen');
});
