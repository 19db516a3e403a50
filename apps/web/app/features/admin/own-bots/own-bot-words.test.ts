import { describe, expect, it } from 'vitest';
import {
  asOf,
  asOfShort,
  bytesPerDay,
  bytesText,
  type Concerned,
  holdEffects,
  marketsText,
  minutesText,
  runState,
  stepText,
} from './own-bot-words.ts';

const NOW = Date.parse('2026-11-26T14:00:00Z');

describe('the state of a run', () => {
  it('is that it is held, while it could trade; an error or an end says more', () => {
    expect(runState({ state: 'live', held: null }).word).toBe('Läuft');
    expect(runState({ state: 'live', held: 'Störung' }).word).toBe('Angehalten');
    expect(runState({ state: 'faulted', held: 'Störung' }).word).toBe('Regelfehler');
    expect(runState({ state: 'stopped', held: null }).word).toBe('Beendet');
  });

  it('is as old as it says, with the day where that is not the last one', () => {
    expect(asOf('2026-11-26T13:59:00Z', NOW)).toBe('Stand 14:59');
    expect(asOf('2026-11-24T13:59:00Z', NOW)).toBe('Stand 24.11., 14:59');
    expect(asOfShort('2026-11-26T13:59:00Z', NOW)).toBe('Stand 14:59');
    expect(asOfShort('2026-11-24T13:59:00Z', NOW)).toBe('Stand 24.11.');
  });
});

describe('figures of a run', () => {
  it('are in units that can be read, and none where nothing was measured', () => {
    expect(stepText(41.6)).toBe('0,04\u00a0ms');
    expect(stepText(null)).toBe('–');
    expect(bytesText(9_812)).toBe('9,8\u00a0kB');
    expect(bytesText(1_234_567)).toBe('1,2\u00a0MB');
  });

  it('are no daily mean before a day is over', () => {
    expect(bytesPerDay(10_000, '2026-11-26T13:00:00Z', NOW)).toBeNull();
    expect(bytesPerDay(10_000, '2026-11-24T14:00:00Z', NOW)).toBe(5_000);
  });

  it('name the market, and of several how many', () => {
    expect(marketsText(['GOLD'])).toBe('GOLD');
    expect(marketsText(['GOLD', 'WTI'])).toBe('2\u00a0Märkte');
  });
});

describe('what a hold leads to', () => {
  const one: Concerned = { botId: 'a', number: 1003, isRunning: true, allHeld: false };
  const all = (runs: number, people = runs, orders = 0): Concerned => ({ botId: null, runs, people, orders });
  const first = (step: 'hold' | 'release', concerned: Concerned) => holdEffects(step, concerned)[0];

  it('says how many sell', () => {
    expect(first('hold', all(12))).toMatch(
      /^12\u00a0Bots verkaufen zum nächsten Kurs alles, was sie halten\./,
    );
    expect(first('hold', all(1))).toMatch(/^1\u00a0Bot verkauft zum nächsten Kurs alles, was er hält\./);
    expect(first('hold', all(0))).toBe('Zurzeit läuft kein eigener Bot.');
  });

  it('says who is told, and that nobody is where nobody runs anything', () => {
    expect(holdEffects('hold', all(0)).join()).toContain('es wird niemand benachrichtigt');
    expect(holdEffects('hold', all(0, 0, 1)).join()).toContain('Alle Besitzer erfahren es');
    expect(holdEffects('hold', one).join()).toContain('Sein Besitzer erfährt es mit dem Grund');
    expect(holdEffects('release', { ...one, isRunning: false }).join()).toContain('wartet sein Start');
  });

  it('promises no trading while all are held', () => {
    expect(holdEffects('release', one).join()).toContain('bei seiner nächsten Kerze wieder');
    expect(holdEffects('release', { ...one, allHeld: true })).toEqual([
      'Alle eigenen Bots sind angehalten. Auch dieser handelt erst wieder, wenn das endet.',
    ]);
  });
});

it('one minute is one', () => {
  expect([1, 2, 1440].map(minutesText)).toEqual(['1\u00a0Minute', '2\u00a0Minuten', '1.440\u00a0Minuten']);
});
