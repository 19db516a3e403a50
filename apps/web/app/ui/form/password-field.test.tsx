import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PasswordField } from './password-field.tsx';

const textOf = (value: string, problem: string | null): string =>
  renderToStaticMarkup(
    <PasswordField label="Passwort" value={value} problem={problem} minLengthShown={12} readOnly />,
  ).replaceAll(/<[^>]+>/g, ' ');

it('how long a password has to be is said once', () => {
  expect(textOf('kurz', null)).toContain('Mindestens 12 Zeichen, noch 8.');
  const refused = textOf('kurz', 'Das Passwort braucht mindestens 12 Zeichen.');
  expect(refused).toContain('Noch 8 Zeichen.');
  expect(refused.match(/mindestens/gi)).toHaveLength(1);
  // An empty one is missing, which says nothing of its length.
  expect(textOf('', 'Bitte geben Sie ein Passwort ein.')).toContain('Mindestens 12 Zeichen.');
});
