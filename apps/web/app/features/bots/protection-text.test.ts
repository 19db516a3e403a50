import type { Protection } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { describe, expect, it } from 'vitest';
import { protectionText, stopDistanceText } from './protection-text.ts';

const READY: Protection = {
  state: 'ready',
  cause: null,
  until: null,
  operator: null,
  drawdownFraction: -0.0312,
  drawdownSince: null,
  drawdownLimit: -0.08,
  staleSymbols: [],
};
const HELD: Protection = {
  ...READY,
  state: 'paused',
  cause: 'operator',
  operator: { since: '2026-11-20T14:05:00.000Z', reason: 'Wir prüfen\ndie Kurse ' },
};
const UNTIL = '2027-01-05T20:00:00.000Z';

describe('the protection of a bot in German', () => {
  it('says how far away the limit is', () => {
    expect(protectionText(READY)).toEqual({
      word: 'Schutz bereit',
      text: 'Der Bot liegt 3,12\u00a0% unter seinem höchsten Stand, ab 8\u00a0% verkauft er alles und pausiert.',
      halted: null,
    });
    expect(protectionText({ ...READY, drawdownLimit: -0.125 }).text).toContain('ab 12,50\u00a0% verkauft');
  });

  it('says since when the distance counts after a pause', () => {
    expect(protectionText({ ...READY, drawdownSince: UNTIL }).text).toBe(
      'Der Bot liegt 3,12\u00a0% unter seinem höchsten Stand seit dem Ende der Pause am 05.01.2027, ab 8\u00a0% verkauft er alles und pausiert.',
    );
  });

  it('says what happened and until when it lasts', () => {
    expect(protectionText({ ...READY, state: 'paused', cause: 'drawdown', until: UNTIL })).toMatchObject({
      word: 'Schutz aktiv',
      text: 'Der Verkauf aller Positionen wurde ausgelöst, weil der Rückgang 8\u00a0% erreicht hat. Bis 05.01.2027, 21:00\u00a0Uhr kauft der Bot nichts.',
    });
    expect(protectionText({ ...READY, state: 'paused', cause: 'daily_loss', until: UNTIL }).text).toContain(
      'weil der Verlust eines Tages die Grenze erreicht hat',
    );
  });

  it('says who holds the bot, since when and why, but not until when', () => {
    expect(protectionText(HELD)).toEqual({
      word: 'Angehalten',
      text: 'Der Betreiber hat den Bot am 20.11.2026, 15:05\u00a0Uhr angehalten: Wir prüfen die Kurse. Bis er ihn fortsetzt, kauft der Bot nichts.',
      halted: null,
    });
    expect(protectionText({ ...HELD, staleSymbols: ['GOLD'] }).halted).toBeNull();
  });

  it('names the markets that are halted', () => {
    expect(protectionText({ ...READY, staleSymbols: ['GOLD', 'DAX40'] }).halted).toBe(
      'Ausgesetzt, weil der Kurs veraltet ist: GOLD, DAX40.',
    );
  });
});

describe('the way to the sale of everything', () => {
  const amount = fromWire('500');
  it('is counted from today, although the limit counts from the highest value', () => {
    expect(stopDistanceText({ ...READY, drawdownFraction: -0.0312 }, amount)).toBe(
      'Bis zum Verkauf bei 8\u00a0% Rückgang fehlen heute noch 5,04\u00a0%, bei 500,00\u00a0USDT sind das 25,19\u00a0USDT.',
    );
    expect(stopDistanceText({ ...READY, drawdownFraction: 0 }, amount)).toContain('sind das 40,00\u00a0USDT');
  });

  it('is nothing when the value lies beyond the limit already', () => {
    expect(stopDistanceText({ ...READY, drawdownFraction: -0.09 }, amount)).toContain(
      'sind das 0,00\u00a0USDT',
    );
  });

  it('gives way to a pause', () => {
    expect(stopDistanceText(HELD, amount)).toBe(
      'Gerade ist der Bot vom Betreiber angehalten und kauft nichts.',
    );
    expect(stopDistanceText({ ...READY, state: 'paused', cause: 'drawdown', until: UNTIL }, amount)).toBe(
      'Der Schutz ist gerade aktiv: Bis 05.01.2027, 21:00\u00a0Uhr kauft der Bot nichts.',
    );
  });
});
