import { describe, expect, it } from 'vitest';
import { isGuessablePassword } from './guessable-password.ts';

const context = { brandName: 'Botdepot', email: 'max.mustermann@firma-beispiel.de' };

describe('a password', () => {
  it.each([
    '123456789012',
    '1234567890123456',
    '987654321098',
    'aaaaaaaaaaaa',
    'abababababab',
    'abcabcabcabc',
    '112233445566',
    'abcdefghijkl',
    'qwertzuiopü1',
    'Qwertyuiop123',
    '1q2w3e4r5t6z',
    '1qay2wsx3edc',
    'Passwort2024!',
    'P@ssw0rt1234',
    'password12345678',
    'passwortpasswort',
    'Willkommen123!',
    'Sommer2024Winter',
    'iloveyou1234',
    'Sonnenschein1',
    'Schatzilein1!',
    'Administrator1',
  ])('is refused as guessable: %s', (password) => {
    expect(isGuessablePassword(password, context)).toBe(true);
  });

  it.each(['Botdepot2025!', 'botdepot-bot-1', 'max.mustermann1', 'Mustermann1987', 'FirmaBeispiel24'])(
    'is refused when it is made from the brand or the address: %s',
    (password) => {
      expect(isGuessablePassword(password, context)).toBe(true);
    },
  );

  it.each([
    'korrekt pferd batterie heftklammer',
    'SommerHerbstWinterFluss',
    'x7Fq-92mK-pLw3',
    'die Amsel singt um vier',
    'wolkenbruchgartenzaun',
    'ßüöä€🎲zufälle',
  ])('is accepted when something unknown remains: %s', (password) => {
    expect(isGuessablePassword(password, context)).toBe(false);
  });
});
