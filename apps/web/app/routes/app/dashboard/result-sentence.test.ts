import type { BotType, UsualRange } from '@botdepot/contract';
import { fromWire } from '@botdepot/money';
import { expect, it } from 'vitest';
import { overText } from './how-it-stands.tsx';
import type { ValuedInvestment } from './investment-sums.ts';
import { ownSentence, resultSentence } from './result-sentence.ts';

const RANGE: UsualRange = {
  days: 56,
  windows: 1657,
  independent: 30,
  veryLow: -0.05,
  low: -0.03,
  high: 0.03,
  veryHigh: 0.05,
};

/** An investment of 1,000.00 at a NAV of 1, now at the given one. */
function one(
  nav: string,
  usual: Partial<UsualRange> | null = {},
  botType: BotType = 'smartbot',
  manual = 0n,
): ValuedInvestment {
  const profit = fromWire(((Number(nav) - 1) * 1000).toFixed(2)) + manual;
  const investment = { botType, nav, navAtStart: '1.000000000000', usual: usual && { ...RANGE, ...usual } };
  return {
    investment: investment as ValuedInvestment['investment'],
    value: fromWire('1000') + profit,
    profit,
    manual,
    returnFraction: Number(profit) / 1e9,
  };
}

const said = (...active: ValuedInvestment[]) => {
  const { lead, judgement, manual, basis } = resultSentence(active, () => null);
  return [[lead, judgement, ...(manual ? [manual] : [])].join(' '), basis?.text].map(
    (text) => text?.replaceAll('\u00a0', ' ') ?? null,
  );
};

it('says how one bot stands, whether that is usual, and what it rests on', () => {
  expect(said(one('0.9839'))).toEqual([
    'Ihr SmartBot liegt 16,10 USDT im Minus. Das ist für acht Wochen üblich.',
    'Im Rücktest lagen 9 von 10 Zeiträumen von 56 Tagen zwischen −3,00 % und +3,00 %, seit Ihrem Start liegt er bei −1,61 %.',
  ]);
  expect(said(one('1.01'))[0]).toBe('Ihr SmartBot liegt 10,00 USDT im Plus. Das ist für acht Wochen üblich.');
  expect(said(one('1'))[0]).toBe('Ihr SmartBot liegt genau beim Einsatz. Das ist für acht Wochen üblich.');
});

it.each([
  ['0.9699', 30, 'ungewöhnlich schlecht'],
  ['1.0301', 30, 'ungewöhnlich gut'],
  ['0.9', 99, 'ungewöhnlich schlecht'],
  ['0.9', 100, 'sehr selten so schlecht'],
  ['1.2', 171, 'sehr selten so gut'],
])('at a NAV of %s with %d stretches it is %s', (nav, independent, how) => {
  expect(said(one(nav, { independent }))[0]).toMatch(new RegExp(` Das ist für acht Wochen ${how}\\.$`));
});

it.each([
  [1, 'einen Tag'],
  [2, 'zwei Tage'],
  [13, '13 Tage'],
  [14, 'zwei Wochen'],
  [83, 'zwölf Wochen'],
  [84, 'drei Monate'],
])('%d days are spoken of as %s', (days, words) => {
  expect(said(one('1.01', { days }))[0]).toContain(`für ${words} üblich.`);
});

it('judges nothing before the first day, nor what the backtest is too short for', () => {
  expect(said(one('0.999', null))).toEqual([
    'Ihr SmartBot liegt 1,00 USDT im Minus. Ob das üblich ist, lässt sich nach dem ersten Tag sagen.',
    null,
  ]);
  expect(said(one('0.5', { days: 400, independent: 4 }))).toEqual([
    'Ihr SmartBot liegt 500,00 USDT im Minus. Der Rücktest enthält zu wenige so lange Zeiträume, um zu sagen, ob das üblich ist.',
    null,
  ]);
});

it('names of several the one that is furthest from usual', () => {
  expect(said(one('1.01'), one('0.98', {}, 'turbobot'))).toEqual([
    'Ihre zwei Bots liegen zusammen 10,00 USDT im Minus. Das ist für ihre Laufzeiten üblich.',
    null,
  ]);
  expect(said(one('1.01'), one('0.96', { days: 21 }, 'turbobot'))[0]).toBe(
    'Ihre zwei Bots liegen zusammen 30,00 USDT im Minus. Beim TurboBot ist das Ergebnis für drei Wochen ungewöhnlich schlecht.',
  );
  expect(said(one('1.01'), one('1.01', null))[0]).toMatch(/lässt sich noch nicht für jeden sagen\.$/);
  expect(said(one('1.01', null), one('1.01', null, 'turbobot'))[0]).toBe(
    'Ihre zwei Bots liegen zusammen 20,00 USDT im Plus. Ob das üblich ist, lässt sich nach dem ersten Tag sagen.',
  );
  const old = { days: 400, independent: 4 };
  expect(said(one('1.01', old), one('1.01', old, 'turbobot'))[0]).toMatch(
    / Der Rücktest enthält zu wenige so lange Zeiträume, um zu sagen, ob das üblich ist\.$/,
  );
  expect(said(one('1.01', old), one('1.01', null))[0]).toMatch(/lässt sich noch nicht für jeden sagen\.$/);
});

it('judges the bot, not what was booked by hand: the newest NAV counts', () => {
  const gifted = { ...one('0.95'), profit: fromWire('50') };
  expect(said(gifted)[0]).toBe(
    'Ihr SmartBot liegt 50,00 USDT im Plus. Das ist für acht Wochen ungewöhnlich schlecht.',
  );
  expect(resultSentence([one('1')], () => '0.9').judgement).toContain('ungewöhnlich schlecht');
});

it('says how own bots stand that hold money, without a judgement', () => {
  const own = (name: string, value: string, isWaiting = false) => ({
    id: name,
    name,
    put: '100.00',
    value,
    isWaiting,
  });
  const sentence = (...bots: ReturnType<typeof own>[]) =>
    ownSentence(bots)?.replaceAll('\u00a0', ' ') ?? null;
  expect(sentence()).toBeNull();
  expect(sentence(own('Abendbot', '103.10'), own('Neu', '100.00', true))).toBe(
    'Ihr eigener Bot „Abendbot“ liegt 3,10 USDT im Plus.',
  );
  expect(sentence(own('Abendbot', '103.10'), own('Ruhe', '96.00'))).toBe(
    'Ihre zwei eigenen Bots liegen zusammen 0,90 USDT im Minus.',
  );
  expect(sentence(own('Abendbot', '100.00'))).toBe('Ihr eigener Bot „Abendbot“ liegt genau beim Einsatz.');
  expect(sentence(own('Neu', '100.00', true))).toBe('Ihr eigener Bot „Neu“ wartet auf seinen Start.');
  expect(sentence(own('Neu', '100.00', true), own('Zwei', '100.00', true))).toBe(
    'Ihre zwei eigenen Bots warten auf ihren Start.',
  );
});

it('tells what was booked by hand apart from what the bots brought', () => {
  expect(said(one('1.045', {}, 'smartbot', fromWire('-105.81')))[0]).toBe(
    'Ihr SmartBot liegt 45,00 USDT im Plus. Das ist für acht Wochen ungewöhnlich gut. Von Hand gebucht wurden außerdem −105,81 USDT.',
  );
  expect(said(one('1.01', {}, 'smartbot', fromWire('2.49')), one('0.99', {}, 'turbobot'))[0]).toBe(
    'Ihre zwei Bots liegen zusammen genau beim Einsatz. Das ist für ihre Laufzeiten üblich. Von Hand gebucht wurden außerdem +2,49 USDT.',
  );
  const over = (earned: string, manual: string) =>
    overText(fromWire(earned), fromWire(manual)).replaceAll('\u00a0', ' ');
  expect(over('2.48', '2.49')).toBe(
    'Im Moment läuft kein Bot. Ihre bisherigen haben zusammen 0,01 USDT verloren. Von Hand gebucht wurden außerdem +2,49 USDT.',
  );
  expect(over('-3.00', '0')).toBe(
    'Im Moment läuft kein Bot. Ihre bisherigen haben zusammen 3,00 USDT verloren.',
  );
});
