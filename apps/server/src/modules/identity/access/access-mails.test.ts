import { expect, test } from 'vitest';
import { accessMail } from './access-mails.ts';

test('a new admin is told of the second factor where one is needed, which is not in the demo', () => {
  const letter = { brandName: 'Botdepot', baseUrl: 'https://bots.example' };
  const person = { userId: '1', email: 'anna@beispiel.example' };
  const change = { ...person, kind: 'role', adminField: 'all', reason: 'Urlaub' } as const;
  expect(accessMail({ ...letter, demo: false }, change).text).toContain(
    'brauchen Sie die Anmeldung in zwei Schritten',
  );
  expect(accessMail({ ...letter, demo: true }, change).text).not.toContain('zwei Schritten');
});
