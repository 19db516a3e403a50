import type { AdminBot } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { holdEffects, unsoldText } from './hold-effects.ts';

const position = (symbol: string) => ({ symbol, weight: 0.1, unrealised: 0, since: '2026-11-01T00:00:00Z' });
const market = (symbol: string, state: 'fresh' | 'closed') => ({
  symbol,
  source: 'simulated',
  at: '2026-11-21T15:00:00Z',
  state,
});
const bot = (symbols: string[], customers = 0): AdminBot => ({
  botType: 'turbobot',
  portfolio: null,
  ledSince: null,
  nav: null,
  navAt: null,
  investedFraction: null,
  positions: symbols.map(position),
  protection: null,
  activity: null,
  nextDecisionAt: null,
  pause: null,
  markets: [market('BTC/USD', 'fresh'), market('GOLD', 'closed'), market('WTI', 'closed')],
  investors: { customers, investments: customers, value: '0.00' },
  protocol: [],
});
const said = (of: AdminBot, step: 'pause' | 'resume', needsSecond = false) =>
  holdEffects(of, step, { needsSecond }).join(' ').replaceAll('\u00a0', ' ');
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null;

describe('what holding a bot does', () => {
  it('is the sale of everything, in closed markets once they open', () => {
    expect(said(bot(['BTC/USD']), 'pause')).toContain('alles, was er hält: 1 Position. Das kostet');
    expect(said(bot(['BTC/USD']), 'pause')).not.toContain('geschlossenen');
    expect(said(bot(['BTC/USD', 'GOLD', 'WTI']), 'pause')).toContain(
      '3 Positionen. Das kostet Gebühren und Spanne. In geschlossenen Märkten (2 Positionen) erst, sobald sie öffnen.',
    );
    expect(said(bot([]), 'pause')).toContain('hält gerade keine Positionen');
  });

  it('is said to those who invested, one or many', () => {
    expect(said(bot([], 0), 'pause')).toContain('es wird niemand benachrichtigt');
    expect(said(bot([], 1), 'pause')).toContain('1 Kunde erfährt es');
    expect(said(bot([], 12), 'resume')).toContain('12 Kunden erfahren es');
  });

  it('waits for a second admin where customers have much in it, and until then the bot trades', () => {
    expect(said(bot(['BTC/USD']), 'pause', true)).toMatch(
      /^Bis zur Freigabe handelt der TurboBot weiter\. .* alles, was er hält/,
    );
    expect(said(bot(['BTC/USD']), 'pause')).not.toContain('Freigabe');
  });

  it('ends what waits for a second admin where one is enough by now', () => {
    const effects = holdEffects(bot([]), 'pause', { needsSecond: false, ends: 'F-104' });
    expect(effects.at(-1)).toBe('Die Vorlage F-104 endet damit.');
  });

  it('may leave something to be sold', () => {
    expect(unsoldText(bot([]))).toBeNull();
    expect(plain(unsoldText(bot(['GOLD', 'WTI'])))).toBe(
      '2 Positionen in geschlossenen Märkten: Verkauft wird, sobald sie öffnen.',
    );
    expect(plain(unsoldText(bot(['BTC/USD', 'GOLD'])))).toBe('Noch nicht verkauft: 2 Positionen.');
    expect(said(bot(['GOLD', 'WTI']), 'resume')).toContain(
      'Noch nicht verkauft: 2 Positionen. Fortsetzen hebt diesen Verkauf auf;',
    );
    expect(said(bot([]), 'resume')).not.toContain('verkauft:');
  });
});
