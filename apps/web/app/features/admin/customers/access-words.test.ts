import { expect, test } from 'vitest';
import { accessActions } from './access-words.ts';

const LOCKED = '2026-03-02T10:00:00.000Z';

test('what is so already is not offered, and nobody who is locked becomes an admin', () => {
  expect(accessActions({ role: 'user', lockedAt: null })).toEqual(['promote', 'lock']);
  expect(accessActions({ role: 'admin', lockedAt: null })).toEqual(['demote', 'lock']);
  expect(accessActions({ role: 'user', lockedAt: LOCKED })).toEqual(['unlock']);
  expect(accessActions({ role: 'admin', lockedAt: LOCKED })).toEqual(['demote', 'unlock']);
});
