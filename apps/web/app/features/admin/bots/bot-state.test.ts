import type { AdminBot } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { botState, type Surroundings } from './bot-state.ts';

const NOW = Date.parse('2026-11-23T09:00:30Z');
const PROTECTION: NonNullable<AdminBot['protection']> = {
  state: 'ready',
  cause: null,
  until: null,
  operator: null,
  drawdownFraction: -0.01,
  drawdownSince: null,
  drawdownLimit: -0.08,
  staleSymbols: [],
};
const PAUSE: NonNullable<AdminBot['pause']> = {
  id: '01890000-0000-7000-8000-000000000001',
  botType: 'smartbot',
  pausedAt: '2026-11-23T08:59:50Z',
  pausedBy: 'admin@beispiel.example',
  reason: 'Kurse prüfen',
  effectiveAt: null,
  resumedAt: null,
  resumedBy: null,
  resumeReason: null,
};
const market = (symbol: string, state: 'fresh' | 'stale' | 'closed', at = '2026-11-23T09:00:29Z') => ({
  symbol,
  source: 'simulated',
  at,
  state,
});
const WELL: AdminBot = {
  botType: 'smartbot',
  portfolio: {
    id: '01890000-0000-7000-8000-000000000000',
    series: 1,
    startedAt: '2026-09-01T00:00:00Z',
    strategyVersion: '1',
    engineVersion: '1',
    lastBarAt: '2026-11-23T09:00:00Z',
    bars: 100,
  },
  ledSince: '2026-11-20T06:00:00Z',
  nav: '1.010000000000',
  navAt: '2026-11-23T09:00:29Z',
  investedFraction: 0.3,
  positions: [],
  protection: PROTECTION,
  activity: 'Hält keine Positionen.',
  nextDecisionAt: '2026-11-24T00:00:00Z',
  pause: null,
  markets: [market('BTC/USD', 'fresh'), market('GOLD', 'closed', '2026-11-20T22:00:00Z')],
  investors: { customers: 0, investments: 0, value: '0.00' },
  protocol: [],
};
const CALM: Surroundings = { ticks: 'arriving', nextWindowAt: undefined, now: NOW };
const wordOf = (bot: Partial<AdminBot>, around: Partial<Surroundings> = {}) =>
  botState({ ...WELL, ...bot }, { ...CALM, ...around }).word;

describe('the state of a bot', () => {
  it('is trading, also where some markets are closed or stale', () => {
    expect(wordOf({})).toBe('Handelt');
    expect(wordOf({ markets: [market('BTC/USD', 'fresh'), market('ETH/USD', 'stale')] })).toBe('Handelt');
    expect(wordOf({}, { ticks: 'unknown' })).toBe('Handelt');
  });

  it('names the hold of an operator, and whether it was carried out', () => {
    expect(botState({ ...WELL, pause: PAUSE }, CALM)).toMatchObject({
      word: 'Wird angehalten',
      text: 'Wird zum nächsten Kurs ausgeführt.',
    });
    expect(wordOf({ pause: { ...PAUSE, effectiveAt: '2026-11-23T09:00:00Z' } })).toBe('Angehalten');
  });

  it('names a limit that was reached, until when it lasts, and the hold before it', () => {
    const protection = {
      ...PROTECTION,
      state: 'paused',
      cause: 'drawdown',
      until: '2026-12-20T09:00:00Z',
    } as const;
    expect(botState({ ...WELL, protection }, CALM)).toMatchObject({
      word: 'Schutz aktiv',
      text: 'Rückgangsgrenze erreicht, Verkauf aller Positionen ausgelöst. Kauft nichts bis 20.12.2026, 10:00\u00a0Uhr.',
    });
    expect(wordOf({ protection, pause: PAUSE })).toBe('Wird angehalten');
  });

  it.each<[string, Partial<AdminBot>, Partial<Surroundings>, RegExp]>([
    ['no bar yet', { portfolio: { ...WELL.portfolio!, lastBarAt: null } }, {}, /Noch keine Minute/],
    ['no ticks', {}, { ticks: 'late' }, /keine Kurse an/],
    [
      'every open market stale',
      { markets: [market('GOLD', 'closed'), market('BTC/USD', 'stale')] },
      {},
      /veraltete/,
    ],
  ])('is waiting for prices: %s', (_why, bot, around, text) => {
    expect(botState({ ...WELL, ...bot }, { ...CALM, ...around })).toMatchObject({
      word: 'Wartet auf Kurse',
      text: expect.stringMatching(text),
    });
  });

  it('is waiting for its markets where every one is closed', () => {
    expect(wordOf({ markets: [market('GOLD', 'closed')] })).toBe('Märkte geschlossen');
  });

  it('is a standstill where prices come and no minute is traded any more', () => {
    const portfolio = { ...WELL.portfolio!, lastBarAt: '2026-11-23T08:55:00Z' };
    expect(botState({ ...WELL, portfolio }, CALM)).toMatchObject({
      word: 'Steht still',
      text: expect.stringContaining('seit 09:55\u00a0Uhr'),
    });
  });

  it('is starting up, and no standstill, for the first minutes after a server took over', () => {
    const portfolio = { ...WELL.portfolio!, lastBarAt: '2026-11-23T03:00:00Z' };
    expect(botState({ ...WELL, portfolio, ledSince: '2026-11-23T08:59:05Z' }, CALM)).toMatchObject({
      word: 'Läuft an',
      tone: 'pending',
      text: expect.stringContaining('seit 09:59\u00a0Uhr'),
    });
    expect(wordOf({ portfolio, ledSince: '2026-11-23T08:57:00Z' })).toBe('Steht still');
    expect(wordOf({ portfolio, ledSince: null })).toBe('Steht still');
  });

  it('is waiting for a window outside of one, for NewsBot only', () => {
    const newsbot = { botType: 'newsbot' } as const;
    expect(wordOf(newsbot, { nextWindowAt: NOW + 1 })).toBe('Wartet auf Termin');
    expect(wordOf(newsbot, { nextWindowAt: null })).toBe('Wartet auf Termin');
    expect(wordOf(newsbot, { nextWindowAt: NOW - 1 })).toBe('Handelt');
    const closed = { ...newsbot, markets: [market('GOLD', 'closed')] };
    expect(wordOf(closed, { nextWindowAt: NOW + 1 })).toBe('Wartet auf Termin');
    expect(wordOf({}, { nextWindowAt: null })).toBe('Handelt');
  });

  it('is not started without a portfolio', () => {
    expect(wordOf({ portfolio: null, protection: null, markets: [] })).toBe('Noch nicht gestartet');
  });
});
