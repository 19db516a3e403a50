import { expect, test } from 'vitest';
import { notificationUrl } from './notification-subject.ts';

test.each([
  ['turbobot', '/dashboard/bots/turbobot'],
  ['newsbot', '/dashboard/bots/newsbot'],
  ['smartbot', '/dashboard/bots/smartbot'],
  ['bot', '/dashboard/bots'],
] as const)('what was said about „%s“ leads there', (subject, url) => {
  expect(notificationUrl({ subject, subjectId: null })).toBe(url);
});
