import { createEngine, HOUR_MS, newsBot, symbolSpec } from '@botdepot/trading';
import { describe, expect, it } from 'vitest';
import { describeActivity } from './activity.ts';

const NOW = new Date('2026-12-03T10:20:00Z');
const EVENT = {
  name: 'US-Arbeitsmarktbericht',
  startsAt: new Date('2026-12-04T16:00:00Z'),
  endsAt: new Date('2026-12-04T21:00:00Z'),
};
const fresh = createEngine({
  strategy: newsBot,
  symbols: [symbolSpec('GOLD', 'commodities')],
  startingEquity: 1,
  baseIntervalMs: HOUR_MS,
}).state();

describe('what a bot does now', () => {
  it('names the next window, and that the money waits until then', () => {
    expect(describeActivity(fresh, 0, { nextDecisionAt: null, nextEvent: EVENT, now: NOW })).toBe(
      'Hält keine Positionen, alles in Geld. Nächster Termin: US-Arbeitsmarktbericht, 04.12.2026, 17:00–\u206022:00\u00a0Uhr. Bis dahin wartet das Geld.',
    );
    expect(describeActivity(fresh, 0, { nextDecisionAt: null, nextEvent: EVENT, now: EVENT.startsAt })).toBe(
      'Hält keine Positionen, alles in Geld. Termin läuft: US-Arbeitsmarktbericht, 04.12.2026, 17:00–\u206022:00\u00a0Uhr.',
    );
  });

  it('is that an operator holds it, before anything else, and what is still to be sold', () => {
    const coming = { nextDecisionAt: null, nextEvent: EVENT, now: NOW };
    const pause = { pausedAt: NOW, reason: 'Kurse werden geprüft' };
    expect(describeActivity(fresh, 0, coming, pause)).toBe(
      'Vom Betreiber angehalten am 03.12.2026, 11:20\u00a0Uhr: Kurse werden geprüft. Hält keine Positionen, alles in Geld.',
    );
    const [position] = fresh.broker.positions;
    if (!position) throw new Error('no symbol');
    const holding = { ...fresh, broker: { ...fresh.broker, positions: [{ ...position, units: 1 }] } };
    expect(describeActivity(holding, 0.4, coming, pause)).toBe(
      'Vom Betreiber angehalten am 03.12.2026, 11:20\u00a0Uhr: Kurse werden geprüft. Hält 1\u00a0Position, 40\u00a0% angelegt. Verkauft wird zum nächsten Kurs des jeweiligen Marktes.',
    );
  });

  it('says that the calendar is empty', () => {
    expect(describeActivity(fresh, 0, { nextDecisionAt: null, nextEvent: null, now: NOW })).toBe(
      'Hält keine Positionen, alles in Geld. Kein Termin im Kalender. Bis es einen gibt, wartet das Geld.',
    );
  });

  it('says until when a protection pauses the bot, before anything about the calendar', () => {
    const drawdown = { ...fresh.drawdown, pausedUntil: Date.parse('2027-01-05T20:00:00Z') };
    expect(
      describeActivity({ ...fresh, drawdown }, 0, { nextDecisionAt: null, nextEvent: EVENT, now: NOW }),
    ).toBe(
      'Pausiert bis 05.01.2027, 21:00\u00a0Uhr, weil der Rückgang die Grenze erreicht hat. Hält keine Positionen, alles in Geld.',
    );
  });

  it('does not say so of a pause that is over', () => {
    const haltedUntil = NOW.getTime();
    const dailyLoss = { day: 0, openingEquity: 1, haltedUntil };
    const coming = { nextDecisionAt: null, now: NOW };
    expect(describeActivity({ ...fresh, dailyLoss }, 0, coming)).toBe(
      'Hält keine Positionen, alles in Geld.',
    );
  });

  it('names the next decision of a bot that needs no calendar', () => {
    const nextDecisionAt = Date.parse('2026-12-04T00:00:00Z');
    expect(describeActivity(fresh, 0, { nextDecisionAt, now: NOW })).toMatch(
      / Nächste Entscheidung am 04\.12\.2026 um 01:00\u00a0Uhr\.$/,
    );
    // Midnight in Berlin is over, that of UTC is not.
    expect(describeActivity(fresh, 0, { nextDecisionAt, now: new Date('2026-12-03T23:30:00Z') })).toMatch(
      / Nächste Entscheidung um 01:00\u00a0Uhr\.$/,
    );
  });
});
