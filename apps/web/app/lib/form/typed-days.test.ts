import { describe, expect, it } from 'vitest';
import { readTypedDay, typedDayProblem } from './typed-days.ts';

describe('a day that is typed', () => {
  it.each([
    ['01.08.2025', '2025-08-01'],
    ['1.8.2025', '2025-08-01'],
    ['1.8.25', '2025-08-01'],
    [' 31.12.99 ', '2099-12-31'],
    ['29.2.2024', '2024-02-29'],
  ])('„%s“ is %s', (text, day) => {
    expect(readTypedDay(text)).toBe(day);
    expect(typedDayProblem(text)).toBeNull();
  });

  it.each(['31.02.2026', '29.2.25', '32.1.2025', '1.13.2025', '0.0.2025'])('„%s“ does not exist', (text) => {
    expect(readTypedDay(text)).toBeNull();
    expect(typedDayProblem(text)).toBe('Diesen Tag gibt es nicht.');
  });

  it.each(['1.8.', '1.8.202', '2025-08-01', '08/01/2025', 'heute', '1.8'])(
    '„%s“ is not written as one',
    (text) => {
      expect(readTypedDay(text)).toBeNull();
      expect(typedDayProblem(text)).toBe('Bitte als Tag.Monat.Jahr, zum Beispiel 04.12.2026.');
    },
  );

  it('is no problem before it is typed', () => {
    expect(readTypedDay(' ')).toBeNull();
    expect(typedDayProblem(' ')).toBeNull();
  });
});
