import type { TradingEvent } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { nextWindowText, waitingText } from './event-texts.ts';

const EVENT: TradingEvent = {
  id: '01890000-0000-7000-8000-000000000000',
  name: 'US-Arbeitsmarktdaten',
  startsAt: '2026-12-04T16:00:00.000Z',
  endsAt: '2026-12-04T21:00:00.000Z',
  origin: 'calendar',
};
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const before = Date.parse('2026-11-21T05:00:00Z');

describe('a window of the calendar', () => {
  it('is the next one, or the one that runs', () => {
    expect(plain(nextWindowText(EVENT, before))).toBe(
      'Nächster Termin: US-Arbeitsmarktdaten, Freitag, 04.12.2026, 17:00–\u206022:00 Uhr.',
    );
    expect(plain(nextWindowText(EVENT, Date.parse(EVENT.startsAt)))).toBe(
      'Läuft gerade: US-Arbeitsmarktdaten, bis 22:00 Uhr.',
    );
  });

  it('says when it was invented for the demo, and when there is none', () => {
    expect(nextWindowText({ ...EVENT, origin: 'demo' }, before)).toContain('(Demo-Termin, erfunden)');
    const named = { ...EVENT, name: 'Demo-Termin (erfunden)', origin: 'demo' as const };
    expect(nextWindowText(named, before).match(/erfunden/g)).toHaveLength(1);
    expect(nextWindowText(null, before)).toBe('Kein Termin im Kalender.');
  });

  it('says what it means for money that is invested now', () => {
    expect(waitingText(EVENT, before)).toMatch(/^Bis dahin wartet/);
    expect(waitingText(EVENT, Date.parse(EVENT.startsAt))).toMatch(/^Danach wartet/);
    expect(waitingText(null, before)).toMatch(/^Solange keiner eingetragen ist/);
  });
});
