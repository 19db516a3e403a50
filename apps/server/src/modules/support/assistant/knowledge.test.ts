import {
  BOT_COST_RULES,
  BOT_TYPES,
  BOTS,
  FAQ,
  FEES,
  LIMITS,
  MARKET_SYMBOLS,
  MEASURED_AFTER_DAYS,
  OPEN_REQUESTS_MAX,
  OWN_BOT_LIMITS,
  PASSWORD_MIN_LENGTH,
  SERVICE_TIMES,
  TRADING_COSTS,
} from '@botdepot/contract';
import { formatAmount } from '@botdepot/money';
import { CUTS } from '@botdepot/trading';
import { describe, expect, it } from 'vitest';
import { STRATEGIES } from '../../bots/index.ts';
import type { CustomerFacts } from './customer-facts.ts';
import { HANDED_OVER, NO_ADVICE, NO_ANSWER, OFFER, TOPICS } from './knowledge.ts';
import { NO_FACTS } from './no-facts.ts';
import {
  botValues,
  measuredReturns,
  ownLosses,
  results,
  whatBotsDo,
  whenBotsDecide,
} from './personal-answers.ts';
import { balance, depositStatus, withdrawalStatus } from './wallet-answers.ts';

const NOW = new Date('2026-03-02T12:00:00Z');

const figuresOf = (text: string): string[] => text.match(/\d+(?:[.,]\d+)*/g) ?? [];
const decimals = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 });

/** Every figure that the catalogue holds, as it is written in German. */
const CATALOGUE = new Set(
  [
    ...BOT_TYPES.flatMap((type) => {
      const { minimum, usualPromise, summary, earnsWhen, losesWhen, protection } = BOTS[type];
      return [formatAmount(minimum), usualPromise, summary, earnsWhen, losesWhen, protection];
    }),
    ...[LIMITS.deposit, LIMITS.withdrawal].flatMap(({ minimum, maximum }) =>
      [minimum, maximum].map((x) => formatAmount(x)),
    ),
    String(LIMITS.recommendedDeposit / 1_000_000n),
    ...Object.values(FEES).map((fee) => formatAmount(fee)),
    ...SERVICE_TIMES.depositHours.map(String),
    String(SERVICE_TIMES.depositEscalationHours),
    String(SERVICE_TIMES.withdrawalHours),
    ...SERVICE_TIMES.humanReplyMinutes.map(String),
    String(MEASURED_AFTER_DAYS),
    ...MARKET_SYMBOLS.map(({ symbol }) => symbol),
    String(PASSWORD_MIN_LENGTH),
    String(OPEN_REQUESTS_MAX),
    ...[OWN_BOT_LIMITS.bots, OWN_BOT_LIMITS.live, CUTS].map(String),
    formatAmount(BigInt(OWN_BOT_LIMITS.capitalUsd) * 1_000_000n),
    formatAmount(LIMITS.ownBotStart.minimum),
    ...Object.values(TRADING_COSTS).map(({ feeBps, halfSpreadBps, slippageBps }) =>
      decimals.format((feeBps + halfSpreadBps + slippageBps) / 100),
    ),
  ].flatMap(figuresOf),
);

const textOf = (answer: (typeof TOPICS)[number]['answer'], facts = NO_FACTS): string =>
  typeof answer === 'string' ? answer : answer(facts, NOW).message;

describe('an answer', () => {
  const answers: [id: string, text: string][] = [
    ...TOPICS.map(({ id, answer }): [string, string] => [id, textOf(answer)]),
    ['no advice', NO_ADVICE],
    ['not understood', `${NO_ANSWER} ${OFFER}`],
    ['handed over', HANDED_OVER],
  ];

  it.each(answers)('names only figures of the catalogue: %s', (_, text) => {
    expect(figuresOf(text).filter((figure) => !CATALOGUE.has(figure))).toEqual([]);
  });

  it.each(answers)('is calm: %s', (_, text) => {
    expect(text).not.toMatch(/!|garantiert|risikofrei|sichere[rn]? (Rendite|Gewinn)/i);
  });

  it('of the help page is the same here, word by word', () => {
    for (const { id, answer } of FAQ) expect(TOPICS.find((topic) => topic.id === id)?.answer).toBe(answer);
  });

  it('of the help page reads right on its own, also after another question than its own', () => {
    for (const { answer } of FAQ) {
      expect(answer).not.toMatch(/^(Ja|Nein|Sie)\b/);
      expect(answer).not.toMatch(/bestätigen wir sie/);
    }
  });

  it('has a topic of its own, and questions', () => {
    expect(new Set(TOPICS.map(({ id }) => id)).size).toBe(TOPICS.length);
    for (const { questions } of TOPICS) expect(questions.length).toBeGreaterThan(0);
  });
});

it('what single bots pay beside is what their rules say', () => {
  const answer = textOf(TOPICS.find(({ id }) => id === 'trading-costs')?.answer ?? '');
  expect(BOT_TYPES.filter((type) => BOT_COST_RULES[type].financed)).toEqual(['turbobot']);
  expect(answer).toContain('beim TurboBot kommt die Finanzierung gehaltener Positionen hinzu');
  expect(BOT_TYPES.map((type) => BOT_COST_RULES[type].slippageFactor)).toEqual([1, 1, 2]);
  expect(answer).toContain('beim NewsBot mit doppelter Slippage');
});

describe('a return', () => {
  it('is never promised: the usual promise stands beside what was measured, or that nothing was', () => {
    const { message } = measuredReturns('turbobot')(NO_FACTS, NOW);
    expect(message).toContain('Gemessen: noch nicht');
    expect(message).toContain(`${BOTS.turbobot.usualPromise}; das ist nicht bestätigt und kein Ziel von uns`);
    expect(message.indexOf('Gemessen')).toBeLessThan(message.indexOf(BOTS.turbobot.usualPromise));
  });

  it('that was measured is said with its drawdown and its period', () => {
    const measured = {
      from: '2026-01-01T00:00:00Z',
      to: '2026-03-01T00:00:00Z',
      days: 59,
      returnFraction: 0.0167,
      maxDrawdownFraction: -0.0229,
    };
    // Only what the answer reads.
    const bots = [{ botType: 'smartbot', measured }] as unknown as CustomerFacts['bots'];
    expect(measuredReturns('smartbot')({ ...NO_FACTS, bots }, NOW).message).toContain(
      'Gemessen: +1,67\u00a0% vom 01.01.2026, 01:00\u00a0Uhr bis 01.03.2026, 01:00\u00a0Uhr, größter Rückgang −2,29\u00a0%.',
    );
  });
});

describe('a bot that pauses', () => {
  // Only what the answer reads.
  const facts = (state: 'ready' | 'paused', staleSymbols: string[] = []) => ({
    ...NO_FACTS,
    investments: [{ botType: 'turbobot' }] as unknown as CustomerFacts['investments'],
    runningBots: 1,
    bots: [
      { botType: 'smartbot', activity: 'Hält 2 Positionen.', protection: { state: 'paused', staleSymbols } },
      { botType: 'turbobot', activity: 'Pausiert bis 03.03.2026.', protection: { state, staleSymbols } },
    ] as unknown as CustomerFacts['bots'],
  });

  it('is named with what it says itself, and no other one', () => {
    const { message } = whatBotsDo()(facts('paused'), NOW);
    expect(message).toMatch(/^TurboBot: Pausiert bis 03\.03\.2026\.\n\nSolange .* kauft er nichts\./);
    expect(message).not.toContain('SmartBot');
    expect(whatBotsDo('smartbot')(facts('paused'), NOW).message).toMatch(/^SmartBot: Hält 2 Positionen\./);
  });

  it('is named to somebody without a bot too, and its stale prices to whoever has it', () => {
    const withoutOwn = { ...facts('ready'), investments: [], runningBots: 0 };
    expect(whatBotsDo()(withoutOwn, NOW).message).toMatch(/^SmartBot: Hält 2 Positionen\./);
    expect(whatBotsDo()(facts('ready', ['BTC/USDT']), NOW).message).toContain(
      'Ausgesetzt, weil der Kurs veraltet ist: BTC/USDT.',
    );
  });
});

describe('why one’s bot loses', () => {
  // Only what the answer reads.
  const smart = { botType: 'smartbot', manual: '0.00' };
  const running = [
    { ...smart, reference: 'B-1', usdCurrentAmount: '97.710000', profit: '-2.290000' },
    { ...smart, reference: 'B-2', usdCurrentAmount: '101.000000', profit: '1.000000' },
  ] as unknown as CustomerFacts['investments'];

  it('is answered with what each measurably did, when such a bot loses, and where its parts are', () => {
    const { message, facts } = ownLosses({ ...NO_FACTS, investments: running, runningBots: 2 }, NOW);
    expect(message).toMatch(
      /^Ergebnis seit dem Start: SmartBot B-1 −2,29\sUSDT, SmartBot B-2 \+1,00\sUSDT\. Verluste gehören/,
    );
    expect(message.split(`Der SmartBot verliert, ${BOTS.smartbot.losesWhen}`)).toHaveLength(2);
    expect(message).toContain('Öffnen Sie die Anlage unter „KI-Bots“');
    expect(facts).toEqual([
      { label: 'SmartBot B-1', value: '97,71\u00a0USDT' },
      { label: 'SmartBot B-2', value: '101,00\u00a0USDT' },
    ]);
  });

  it('says how many more there are than are listed', () => {
    expect(ownLosses({ ...NO_FACTS, investments: running, runningBots: 4 }, NOW).message).toContain(
      'unter „KI-Bots“ stehen 2 weitere',
    );
  });

  it('is answered in general where none runs', () => {
    const { message, facts } = ownLosses(NO_FACTS, NOW);
    expect(message).toMatch(/^Bei Ihnen läuft gerade kein Bot\. Jeder Bot kann verlieren/);
    expect(facts).toBeUndefined();
    expect(ownLosses({ ...NO_FACTS, results: { running: null, ended: -3_000_000n } }, NOW).message).toContain(
      'Ihre beendeten Bots haben zusammen −3,00\u00a0USDT gebracht.',
    );
  });
});

describe('when a bot decides', () => {
  const event = {
    name: 'US-Arbeitsmarktbericht',
    startsAt: '2026-03-06T16:00:00Z',
    endsAt: '2026-03-06T21:00:00Z',
  };
  const newsbot = {
    botType: 'newsbot',
    activity: 'Hält keine Positionen, alles in Geld.',
    protection: { state: 'ready', staleSymbols: [] },
    tradesOnEvents: true,
    nextEvent: event,
    nextDecisionAt: '2026-03-06T17:00:00Z',
  };
  const smartbot = {
    ...newsbot,
    botType: 'smartbot',
    tradesOnEvents: false,
    nextEvent: null,
    nextDecisionAt: '2026-03-03T00:00:00Z',
  };
  // Only what the answer reads.
  const of = (...bots: object[]) => ({ ...NO_FACTS, bots: bots as unknown as CustomerFacts['bots'] });
  const answerOf = (bot: object, now = NOW) => whenBotsDecide('newsbot', 'smartbot')(of(bot), now).message;

  it('is its next window, or the one that runs', () => {
    const window = 'US-Arbeitsmarktbericht, 06.03.2026, 17:00–\u206022:00\u00a0Uhr';
    expect(answerOf(newsbot)).toMatch(
      new RegExp(`^NewsBot: Nächster Termin: ${window}\\. Außerhalb seiner Termine handelt er nicht\\.`),
    );
    expect(answerOf(newsbot, new Date(event.startsAt))).toContain(`NewsBot: Termin läuft: ${window}.`);
    expect(answerOf({ ...newsbot, nextEvent: null })).toContain('NewsBot: Im Kalender steht kein Termin.');
  });

  it('is its next decision where it needs no calendar', () => {
    expect(answerOf(smartbot)).toMatch(
      /^SmartBot: Entscheidet einmal am Tag, das nächste Mal am 03\.03\.2026, 01:00\sUhr\. Seine Schutzgrenzen prüft er auch dazwischen\./,
    );
  });

  it('comes once a day for every bot that needs no calendar', () => {
    const daily = BOT_TYPES.filter((type) => STRATEGIES[type]?.decisionTimes === undefined);
    expect(daily).toEqual(['smartbot', 'turbobot']);
    for (const type of daily) expect(STRATEGIES[type]?.strategy.decisionIntervalMs).toBe(86_400_000);
  });

  it('is what holds it first, while it pauses', () => {
    const paused = {
      activity: 'Pausiert bis 05.03.2026.',
      protection: { state: 'paused', staleSymbols: [] },
    };
    expect(answerOf({ ...newsbot, ...paused })).toMatch(
      /^NewsBot: Pausiert bis 05\.03\.2026\. Danach entscheidet er frühestens am 06\.03\.2026, 18:00\sUhr\.\n\nSolange/,
    );
    expect(answerOf({ ...newsbot, ...paused, nextDecisionAt: null })).toMatch(
      /^NewsBot: Pausiert bis 05\.03\.2026\.\n\nSolange/,
    );
    expect(
      answerOf({ ...newsbot, activity: null, protection: null, unavailableReason: 'Noch nicht.' }),
    ).toMatch(/^NewsBot: Noch nicht\./);
  });

  it('is said of one’s own bots, and of all where none runs', () => {
    const investments = [{ botType: 'smartbot' }] as unknown as CustomerFacts['investments'];
    const facts = of(smartbot, newsbot);
    expect(whenBotsDecide()(facts, NOW).message).toMatch(/SmartBot: .*\n\nNewsBot: /);
    expect(whenBotsDecide()({ ...facts, investments, runningBots: 1 }, NOW).message).not.toContain('NewsBot');
  });
});

describe('a pending deposit', () => {
  const deposit = {
    reference: 'E-1688',
    amountUsd: '1000.000000',
    createdAt: '2026-03-02T11:05:00Z',
  };
  // Only what the answer reads.
  const facts = (...pending: object[]) => ({ ...NO_FACTS, deposits: pending as CustomerFacts['deposits'] });

  it('is named with amount, time and what is usual', () => {
    const { message } = depositStatus(facts(deposit), NOW);
    expect(message).toBe(
      'Ihre Einzahlung E-1688 über 1.000,00\u00a0USD ist seit 02.03.2026, 12:05\u00a0Uhr in Prüfung. Üblich sind 1–\u20602\u00a0Stunden; nach 3\u00a0Stunden ruft das System unser Team.',
    );
  });

  it('that is late says so, and others are named', () => {
    const late = { ...deposit, createdAt: '2026-03-02T09:00:00Z' };
    const { message } = depositStatus(facts(late, { ...deposit, reference: 'E-1689' }), NOW);
    expect(message).toContain('Sie wartet länger als üblich.');
    expect(message).toContain('Ebenfalls in Prüfung: E-1689.');
  });

  it('is told apart from none, as a withdrawal is', () => {
    expect(depositStatus(NO_FACTS, NOW).message).toMatch(/^Sie haben keine Einzahlung/);
    expect(withdrawalStatus(NO_FACTS, NOW).message).toMatch(/^Sie haben keine Auszahlung/);
  });
});

describe('a pending withdrawal', () => {
  const withdrawal = { reference: 'A-2041', amountUsd: '120.500000', createdAt: '2026-03-02T11:05:00Z' };
  // Only what the answer reads.
  const facts = (...pending: object[]) => ({
    ...NO_FACTS,
    withdrawals: pending as CustomerFacts['withdrawals'],
  });

  it('is named with amount, time and what is usual', () => {
    expect(withdrawalStatus(facts(withdrawal), NOW).message).toBe(
      'Ihre Auszahlung A-2041 über 120,50\u00a0USD ist seit 02.03.2026, 12:05\u00a0Uhr in Prüfung. In der Regel bestätigen wir innerhalb von 24\u00a0Stunden. Der Betrag ist reserviert, und Sie können den Antrag bis zur Entscheidung stornieren.',
    );
  });

  it('that is late says so, also when a newer one is not', () => {
    const late = { ...withdrawal, reference: 'A-2040', createdAt: '2026-03-01T11:59:00Z' };
    const { message } = withdrawalStatus(facts(withdrawal, late), NOW);
    expect(message).toMatch(/^Ihre Auszahlung A-2040 .* diesmal dauert es länger\./);
    expect(message).toContain('Ebenfalls in Prüfung: A-2041.');
  });
});

describe('a balance', () => {
  const balances = { available: 100_000_000n, reserved: 20_000_000n };

  it('is what the wallet holds, and leads on to what the bots hold', () => {
    const without = balance({ ...NO_FACTS, balances }, NOW);
    expect(without.facts).toEqual([
      { label: 'Verfügbar', value: '100,00\u00a0USDT' },
      { label: 'Reserviert', value: '20,00\u00a0USDT' },
    ]);
    expect(without.message).not.toContain('Bots');
    // Only what the answer reads.
    const investments = [{}] as unknown as CustomerFacts['investments'];
    expect(balance({ ...NO_FACTS, balances, investments }, NOW).message).toContain('unter „KI-Bots“');
  });

  it('is added up with the value of all bots to the wealth', () => {
    const ofBots = new Map([['smartbot', { value: 250_500_000n }]]) as unknown as CustomerFacts['ofBots'];
    const { message, facts } = balance({ ...NO_FACTS, balances, ofBots, runningBots: 2 }, NOW);
    expect(facts).toEqual([
      { label: 'Verfügbar', value: '100,00\u00a0USDT' },
      { label: 'Reserviert', value: '20,00\u00a0USDT' },
      { label: 'In Bots angelegt', value: '250,50\u00a0USDT' },
    ]);
    expect(message).toContain('Zusammen sind das 370,50\u00a0USDT, Ihr Vermögen.');
    expect(balance({ ...NO_FACTS, balances }, NOW).message).toContain('Zusammen sind das 120,00\u00a0USDT');
  });
});

describe('what deletes an account', () => {
  it('is on the profile, and it is said what becomes of bots, requests and the balance', () => {
    const said = textOf(TOPICS.find(({ id }) => id === 'account-delete')?.answer ?? '');
    expect(said).toMatch(/„Profil“ und wählen Sie „Konto löschen“/);
    expect(said).toMatch(/Bots .* beendet, offene Anträge storniert, Ihr Guthaben fällt an das Haus/);
    expect(said).not.toContain('Einstellungen');
  });
});

describe('what one’s bots have brought', () => {
  const answerTo = (running: bigint | null, ended: bigint | null) =>
    results({ ...NO_FACTS, results: { running, ended } }, NOW);

  it('is the sum of those that run and those that were ended', () => {
    const { message, facts } = answerTo(62_070_000n, -12_500_000n);
    expect(message).toMatch(/^Ihre Bots haben bis jetzt zusammen \+49,57\sUSDT gebracht\./);
    expect(facts).toEqual([
      { label: 'Laufende Bots', value: '+62,07\u00a0USDT' },
      { label: 'Beendete Bots', value: '−12,50\u00a0USDT' },
    ]);
  });

  it('is still there when none runs any more', () => {
    expect(answerTo(null, -12_500_000n)).toMatchObject({
      message: expect.stringContaining('zusammen −12,50\u00a0USDT gebracht'),
      facts: [{ label: 'Beendete Bots', value: '−12,50\u00a0USDT' }],
    });
    expect(botValues({ ...NO_FACTS, results: { running: null, ended: 3_000_000n } }, NOW).message).toContain(
      'Ihre beendeten Bots haben zusammen +3,00\u00a0USDT gebracht.',
    );
  });

  it('is nothing before the first one', () => {
    expect(answerTo(null, null).message).toMatch(/^Sie haben noch keinen Bot gestartet\./);
  });
});
