import type { MarketPrice, OwnBot } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import type { CustomerFacts } from './customer-facts.ts';
import { NO_FACTS } from './no-facts.ts';
import { builtDelete, builtMoney, builtNamed, builtResults, builtStart } from './own-bot-answers.ts';
import { botValues, ownLosses, results, whatBotsDo } from './personal-answers.ts';
import { balance } from './wallet-answers.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
const NOTHING = { ...NO_FACTS, balances: { available: 600_000_000n, reserved: 0n } };

// Only what the answers read.
const bot = (name: string, changes: object = {}): OwnBot =>
  ({ id: name, name, status: 'draft', waiting: null, run: null, held: null, ...changes }) as OwnBot;
const live = (name: string, valueUsd: string, changes: object = {}): OwnBot =>
  bot(name, {
    status: 'live',
    run: { state: 'live', amountUsd: '300.00', valueUsd, symbols: ['DAX40'] },
    ...changes,
  });
const waiting = (name: string, createdAt: string, changes: object = {}): OwnBot =>
  bot(name, {
    status: 'starting',
    waiting: { kind: 'start', amountUsd: '50.00', createdAt, expiresAt: '2026-03-09T11:59:00Z' },
    ...changes,
  });
const JUST_NOW = '2026-03-02T11:59:00Z';
const having = (...ownBots: OwnBot[]): CustomerFacts => ({ ...NOTHING, ownBots });
const said = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll(/[\u2066-\u2069]/g, '');
const facts = (list: { label: string; value: string }[] | undefined) =>
  list?.map(({ label, value }) => `${said(label)}: ${said(value)}`);

describe('the money in a bot that somebody has built', () => {
  it('is what it is worth and what was put in, with what waits beside it', () => {
    const answer = builtMoney(having(live('Abendbot', '303.10'), waiting('Wartet', JUST_NOW)), NOW);
    expect(said(answer.message)).toBe(
      'In Ihrem eigenen Bot „Abendbot“ stecken gerade 303,10 USDT; eingesetzt haben Sie 300,00 USDT. Für einen Start liegen 50,00 USDT bereit; bis dahin können Sie den Auftrag zurücknehmen. Alles dazu steht unter „KI-Bots“, „Meine Bots“.',
    );
    expect(facts(answer.facts)).toEqual(['Abendbot: 303,10 USDT', 'Wartet, in Auftrag: 50,00 USDT']);
  });

  it('is added up over several, and none where none runs', () => {
    expect(said(builtMoney(having(live('A', '303.10'), live('B', '290.00')), NOW).message)).toMatch(
      /^In Ihren 2 laufenden eigenen Bots stecken gerade zusammen 593,10 USDT; eingesetzt haben Sie 600,00 USDT\./,
    );
    expect(said(builtMoney(having(bot('Entwurf')), NOW).message)).toMatch(
      /^In Ihren eigenen Bots steckt gerade kein Geld\./,
    );
    expect(said(builtMoney(NOTHING, NOW).message)).toMatch(/^Sie haben noch keinen eigenen Bot gebaut\./);
  });

  it('is named by whoever asks for the balance, the bots, the results or the losses', () => {
    const all = {
      ...having(live('Abendbot', '303.10'), waiting('Wartet', JUST_NOW)),
      ownResults: { running: 3_100_000n, ended: -1_200_000n },
      results: { running: null, ended: 2_000_000n },
    };
    expect(facts(balance(all, NOW).facts)).toEqual([
      'Verfügbar: 600,00 USDT',
      'Reserviert: 0,00 USDT',
      'In eigenen Bots: 303,10 USDT',
      'In Auftrag: 50,00 USDT',
    ]);
    expect(said(balance(all, NOW).message)).toContain('es steht unter „Meine Bots“');
    expect(said(botValues(all, NOW).message)).toMatch(
      /^Von den Bots der Plattform läuft bei Ihnen gerade keiner\. .* Ihr eigener Bot „Abendbot“ hat seit dem Start \+3,10 USDT gebracht\./,
    );
    expect(said(ownLosses(all, NOW).message)).toContain(
      'Ihr eigener Bot „Abendbot“ hat seit dem Start +3,10 USDT',
    );
    expect(said(results(all, NOW).message)).toMatch(/zusammen \+3,90 USDT gebracht/);
    expect(facts(results(all, NOW).facts)).toEqual(['Beendete Bots: +2,00 USDT', 'Eigene Bots: +1,90 USDT']);
  });
});

it('what one’s own bots have brought is that of those that run and of those that are over', () => {
  const both = {
    ...having(live('Abendbot', '290.00')),
    ownResults: { running: -10_000_000n, ended: 5_000_000n },
  };
  expect(said(builtResults(both, NOW).message)).toMatch(
    /^Ihr eigener Bot „Abendbot“ hat seit dem Start −10,00 USDT gebracht\. Was Sie beendet haben, hat zusammen \+5,00 USDT gebracht\./,
  );
  // The bots themselves may be deleted by now.
  const over = { ...NOTHING, ownResults: { running: null, ended: 5_000_000n } };
  expect(said(builtResults(over, NOW).message)).toMatch(
    /^Was Sie beendet haben, hat zusammen \+5,00 USDT gebracht\./,
  );
  expect(said(builtResults(having(bot('Entwurf')), NOW).message)).toMatch(
    /^Noch hat keiner Ihrer eigenen Bots/,
  );
  expect(said(builtResults(NOTHING, NOW).message)).toMatch(/^Sie haben noch keinen eigenen Bot gebaut\./);
});

describe('why one’s bot does not start', () => {
  const why = (...ownBots: OwnBot[]) => said(builtStart(having(...ownBots), NOW).message);

  it('is the next minute at first, then that it takes longer than usual, and when the money comes back', () => {
    expect(why(waiting('Abendbot', JUST_NOW))).toBe(
      '„Abendbot“ ist seit 02.03.2026, 12:59 Uhr beauftragt, 50,00 USDT liegen bereit. Er beginnt mit der nächsten Minute, deren Kurs noch niemand kennt.',
    );
    expect(why(waiting('Abendbot', '2026-03-02T10:00:00Z'))).toMatch(
      /dauert es länger\. Kommt der Start nicht zustande, bekommen Sie den Betrag am 09\.03\.2026, 12:59 Uhr von selbst zurück\. Schreiben Sie „Mensch“/,
    );
  });

  it('is the operator, with the reason', () => {
    expect(why(waiting('Abendbot', JUST_NOW, { held: 'Wir prüfen die Kurse' }))).toMatch(
      /Der Betreiber hat ihn angehalten: Wir prüfen die Kurse\. Der Start folgt, sobald das aufgehoben ist/,
    );
    expect(why(live('Abendbot', '300.00', { held: 'Wir prüfen die Kurse' }))).toMatch(
      /^„Abendbot“ läuft\. Der Betreiber hat ihn angehalten: Wir prüfen die Kurse\./,
    );
  });

  it('is a market that is closed or without fresh prices, a fault, or what the rule waits for', () => {
    const market = (changes: object) => ({
      ...having(live('Abendbot', '300.00')),
      prices: [{ symbol: 'DAX40', session: 'open', stale: false, ...changes }] as MarketPrice[],
    });
    const asked = (changes: object) => said(builtStart(market(changes), NOW).message);
    expect(asked({ session: 'closed' })).toContain('solange seine Märkte geschlossen sind: DAX40.');
    expect(asked({ stale: true })).toContain('Ausgesetzt, weil der Kurs veraltet ist: DAX40.');
    expect(asked({})).toMatch(/^„Abendbot“ läuft\. Er handelt, sobald seine Regel es verlangt/);
    expect(why(live('Abendbot', '300.00', { status: 'faulted' }))).toContain(
      'wegen eines Fehlers angehalten',
    );
    expect(why(live('Abendbot', '300.00', { status: 'stopping' }))).toContain('Geschlossene Märkte warten');
    // „Warum handelt mein Bot nicht?“ says the same first.
    expect(said(whatBotsDo()(market({ session: 'closed' }), NOW).message)).toMatch(
      /^„Abendbot“ läuft\. Er handelt nicht, solange seine Märkte geschlossen sind: DAX40\./,
    );
  });

  it('is what it lacks where nothing runs or waits', () => {
    expect(why(bot('Neu'))).toMatch(/^„Neu“ ist ein Entwurf\. .*Zertifikat/);
    expect(why(bot('Neu', { status: 'certified' }))).toContain(
      'lässt sich unter „Live“ mit Spielgeld starten',
    );
    expect(why()).toMatch(/^Ein Bot der Plattform startet sofort\./);
  });
});

it('a bot is deleted once nothing is in it, which is said first', () => {
  expect(said(builtDelete(having(live('Abendbot', '300.00')), NOW).message)).toMatch(
    /^In „Abendbot“ steckt gerade Geld: Beenden Sie ihn zuerst oder nehmen Sie den Start zurück\. /,
  );
  expect(said(builtDelete(having(bot('Entwurf')), NOW).message)).toMatch(/^Öffnen Sie den Bot unter/);
});

describe('a bot that is asked for by its name', () => {
  const told = (...bots: OwnBot[]) => {
    const { message, facts: sheet } = builtNamed(bots)(having(...bots, live('Anderer', '999.00')), NOW);
    return { message: said(message), sheet: facts(sheet) };
  };
  const run = { startedAt: '2026-03-01T09:00:00Z', amountUsd: '300.00', valueUsd: '303.10', symbols: [] };

  it('is told with what was put in, what it is worth and what that is, while it runs', () => {
    expect(told(live('Ausbruch', '303.10', { run: { ...run, state: 'live' } }))).toEqual({
      message:
        '„Ausbruch“ läuft. Er handelt, sobald seine Regel es verlangt; dazwischen hält er, was er hat, oder nur Geld. Er begann am 01.03.2026, 10:00 Uhr mit 300,00 USDT und ist gerade 303,10 USDT wert.',
      sheet: ['Eingesetzt: 300,00 USDT', 'Wert jetzt: 303,10 USDT', 'Ergebnis: +3,10 USDT'],
    });
    expect(told(bot('Ausbruch', { status: 'stopping', run: { ...run, state: 'live' } })).message).toMatch(
      /^„Ausbruch“ wird beendet, .* ist gerade 303,10 USDT wert\.$/,
    );
  });

  it('is told with what its last run has paid once that is over', () => {
    const over = { ...run, state: 'stopped', valueUsd: '290.00' };
    expect(told(bot('Ausbruch', { status: 'stopped', run: over }))).toEqual({
      message:
        '„Ausbruch“ ist beendet und lässt sich unter „Live“ wieder starten. In seinem letzten Lauf hatten Sie 300,00 USDT eingesetzt und haben 290,00 USDT bekommen.',
      sheet: ['Eingesetzt: 300,00 USDT', 'Ausgezahlt: 290,00 USDT', 'Ergebnis: −10,00 USDT'],
    });
    // It was changed since, or is about to begin again.
    expect(told(bot('Ausbruch', { run: over })).message).toMatch(
      /^„Ausbruch“ ist ein Entwurf\. .* letzten Lauf/,
    );
    expect(told(waiting('Ausbruch', JUST_NOW, { run: over })).message).toMatch(
      /^„Ausbruch“ ist seit .* beauftragt, 50,00 USDT liegen bereit\. .* letzten Lauf/,
    );
  });

  it('is told with what it lacks before its first run, and several one by one', () => {
    expect(told(bot('Ausbruch'))).toEqual({
      message: expect.stringMatching(/^„Ausbruch“ ist ein Entwurf\. Drücken Sie „Ergebnis prüfen“/),
      sheet: undefined,
    });
    const { message, sheet } = told(bot('A'), live('B', '303.10', { run: { ...run, state: 'live' } }));
    expect(message).toMatch(/^„A“ ist ein Entwurf\. .*\n\n„B“ läuft\. .* gerade 303,10 USDT wert\.$/);
    expect(sheet).toBeUndefined();
  });
});
