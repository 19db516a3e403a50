import { expect, test } from 'vitest';
import { notificationUrl } from './notification-subject.ts';

test.each([
  ['turbobot', '/dashboard/bots/turbobot'],
  ['newsbot', '/dashboard/bots/newsbot'],
  ['smartbot', '/dashboard/bots/smartbot'],
  ['bot', '/dashboard/bots'],
  ['support', '/dashboard/support?chat=offen'],
] as const)('what was said about „%s“ leads there', (subject, url) => {
  expect(notificationUrl({ subject, subjectId: null })).toBe(url);
});

test('an answer leads to its own chat, whichever is open by now', () => {
  expect(notificationUrl({ subject: 'support', subjectId: 'x' })).toBe('/dashboard/support?chat=x');
});
