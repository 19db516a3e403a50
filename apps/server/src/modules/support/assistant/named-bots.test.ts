import { readFileSync } from 'node:fs';
import type { OwnBot } from '@botdepot/contract';
import { describe, expect, it } from 'vitest';
import { namedBots } from './named-bots.ts';
import { understandOwn } from './own-things.ts';
import { understand } from './understand.ts';

// Only what is read of them.
const called = (...names: string[]) => names.map((name) => ({ id: name, name }) as OwnBot);
const ids = (message: string, ...names: string[]) => understandOwn(message, called(...names)).ids;

describe('a bot that is asked for by its name', () => {
  it.each([
    ['Ausbruch', 'Wie steht mein Ausbruch?'],
    ['Ausbruch', 'was macht ausbruch'],
    ['Ausbruch', 'Was ist mein „Ausbruch“ wert?'],
    ['Ausbruch', 'Was ist mit Ausbruch?'],
    ['Ausbruch', 'AUSBRUCH'],
    ['Goldfuchs', 'Wie viel Geld steckt in Goldfuchs?'],
    ['Goldfuchs', 'Was hat Goldfuchs gebracht?'],
    ['Goldfuchs', 'Warum verliert mein Bot Goldfuchs?'],
    ['Goldfuchs', 'Status Goldfuchs'],
    ['Kaufen und halten', 'Wie läuft Kaufen und halten?'],
    ['Rückkehr zum Mittel', 'Läuft Rückkehr zum  Mittel noch?'],
    ['DAX-Trend 2', 'Ist DAX Trend 2 im Plus oder im Minus?'],
    ['Test', 'Wie läuft mein Test?'],
    ['Mein Bot 2', 'Wie steht mein Bot 2?'],
  ])('is the one that is told of: %s, %s', (name, question) => {
    expect(ids(question, 'Abendbot', name)).toEqual(['own-bot']);
  });

  it('is not taken for the account, and may be asked for beside something else', () => {
    expect(ids('Wie lösche ich Ausbruch?', 'Ausbruch')).toEqual(['built-delete']);
    expect(ids('Wie beende ich Ausbruch?', 'Ausbruch')).not.toContain('account-delete');
    expect(ids('Was kostet Goldfuchs?', 'Goldfuchs')).toEqual(['built-costs']);
    expect(ids('Wie läuft Goldfuchs und wie hoch ist mein Guthaben?', 'Goldfuchs')).toEqual([
      'own-bot',
      'own-balance',
    ]);
    expect(ids('Was ist mit E-1005 und wie läuft Goldfuchs?', 'Goldfuchs')).toEqual(['numbered', 'own-bot']);
    expect(ids('So ein Mist, wie läuft Goldfuchs?', 'Goldfuchs')).toEqual(['upset', 'own-bot']);
    expect(ids('Soll ich Goldfuchs beenden?', 'Goldfuchs')).toEqual(['advice']);
  });

  it('hides neither danger nor anger nor that a human is wanted', () => {
    expect(ids('Ich habe Selbstmordgedanken, wie läuft das?', 'Selbstmordgedanken')).toEqual(['crisis']);
    expect(ids('Ich mache mir Sorgen, wie steht es?', 'Sorgen')).toContain('upset');
    expect(ids('Wie läuft Goldfuchs? Bitte einen Menschen', 'Goldfuchs')).toEqual(['human']);
  });

  it('is one of several: the longer name before a part of it, and all of the same name', () => {
    const found = (message: string) =>
      namedBots(message, called('Ausbruch', 'Ausbruch 2', 'Goldfuchs', 'GoldFuchs'))?.bots.map(
        ({ name }) => name,
      );
    expect(found('Wie läuft Ausbruch 2?')).toEqual(['Ausbruch 2']);
    expect(found('Wie läuft Ausbruch?')).toEqual(['Ausbruch']);
    expect(found('Wie laufen Ausbruch und Ausbruch 2?')).toEqual(['Ausbruch 2', 'Ausbruch']);
    expect(found('Wie läuft Goldfuchs?')).toEqual(['Goldfuchs', 'GoldFuchs']);
    expect(found('Wie läuft Goldfuchsen?')).toBeUndefined();
  });

  it('is one that they have', () => {
    expect(ids('Wie läuft Goldfuchs?', 'Abendbot')).toEqual(['unknown']);
  });
});

describe('a name that is a word of its own', () => {
  it.each([
    ['Wallet', 'Was ist in meinem Wallet?', 'own-balance'],
    ['Wallet', 'Wallet', 'own-balance'],
    ['Wallet', 'Wie viel Geld ist im Wallet?', 'own-balance'],
    ['Gewinn', 'Wie hoch ist mein Gewinn?', 'own-results'],
    ['Geld', 'Wo ist mein Geld?', 'own-balance'],
    ['Sicher', 'Ist mein Geld sicher?', 'money-safe'],
    ['Einzahlung', 'Wo bleibt meine Einzahlung?', 'deposit-status'],
    ['Test', 'Ist das nur ein Test?', 'play-money'],
    ['Demo', 'Ist das nur eine Demo?', 'play-money'],
    ['Gold', 'Wie steht Gold?', 'price-of-GOLD'],
    ['Ausbruch', 'Was bedeutet Ausbruch?', 'term-breakout'],
    ['Ausbruch', 'Was ist ein Ausbruch?', 'term-breakout'],
    ['Kaufen und halten', 'Was ist Kaufen und Halten?', 'term-buy-and-hold'],
    ['SmartBot', 'Wie steht mein SmartBot?', 'own-smartbot'],
    ['Turbo', 'Was hat mein Turbo Bot gebracht?', 'own-turbobot'],
    // The name that the pages give a new one.
    ['Mein Bot', 'Wie läuft mein Bot?', 'own-bots'],
    ['ich', 'Was habe ich verdient?', 'own-results'],
    ['Danke', 'Danke!', 'thanks'],
    ['50', 'Kann ich 50 USDT einzahlen?', 'deposit-limit'],
    ['Test', 'Gibt es einen Testbericht?', 'unknown'],
  ])('leaves other questions as they are: a bot „%s“, „%s“', (name, question, id) => {
    expect(ids(question, name)).toEqual([id]);
  });

  it.each([
    ['Wallet', 'Wie läuft mein Bot Wallet?'],
    ['Wallet', 'Was macht der Bot „Wallet“?'],
    ['Gewinn', 'Wie steht mein Gewinn-Bot?'],
    ['Gold Bot', 'Wie steht Gold Bot?'],
    ['Gold', 'Was ist mein Gold wert?'],
  ])('is a bot’s where one says so: „%s“, „%s“', (name, question) => {
    expect(ids(question, name)).toEqual(['own-bot']);
  });
});

it('whoever has bots with the names of templates and of usual things is understood as anybody', () => {
  const bots = called(
    ...['Ausbruch', 'Durchschnitte kreuzen', 'Rückkehr zum Mittel', 'Monatswechsel', 'Kaufen und halten'],
    ...['Mein Bot', 'Bot', 'Wallet', 'Test', 'Gewinn', 'Geld', 'Gold', 'Demo', 'Versuch', 'Trend', 'Rente'],
    ...['Sparen', 'Sicher', 'Turbo', 'SmartBot'],
  );
  const questions = readFileSync(new URL('questions.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t')[1] ?? '');
  const changed = questions.filter(
    (question) => understandOwn(question, bots).ids.join() !== understand(question).ids.join(),
  );
  expect(changed).toEqual([]);
});
