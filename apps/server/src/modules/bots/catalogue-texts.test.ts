// What the catalogue tells customers about a bot is what its published parameters say.
import { BOTS } from '@botdepot/contract';
import { newsBot, smartBot, turboBot } from '@botdepot/trading';
import { describe, expect, it } from 'vitest';
import { formatNumber } from './protocol/german.ts';
import { STRATEGIES } from './strategies.ts';

/** `0.025` → `2,5 %`, `0.08` → `8 %`. */
const percent = (fraction: number): string => {
  const value = Number((100 * fraction).toFixed(4));
  return `${formatNumber(value, Number.isInteger(value) ? 0 : 1)}\u00a0%`;
};
const WORDS: Readonly<Record<number, string>> = { 1: 'einem', 3: 'drei', 12: 'zwölf' };
const FOLD: Readonly<Record<number, string>> = { 2: 'zweifach', 3: 'dreifach', 5: 'fünffach' };

const smart = smartBot.parameters.parse({});
const turbo = turboBot.parameters.parse({});
const news = newsBot.parameters.parse({});

/** Every number that a text states in digits: one that is not compared below would go unnoticed. */
const numbersIn = (text: string): string[] => text.match(/\d+(?:,\d+)?/g) ?? [];

describe('the texts about SmartBot', () => {
  const { summary, protection } = BOTS.smartbot;
  const months = smart.lookbackDays.map((days) => WORDS[Math.round(days / (365 / 12))]);

  it('name its lookbacks', () => {
    expect(summary).toContain(`Stand vor ${months[0]}, ${months[1]} und ${months[2]} Monaten`);
    expect(numbersIn(summary)).toEqual([]);
  });

  it('promise no leverage while its parameters allow none', () => {
    expect(summary).toContain('ohne Hebel');
    expect(smart.grossCap).toBeLessThanOrEqual(1);
    expect(smartBot.parameters.safeParse({ grossCap: 1.01 }).success).toBe(false);
  });

  it('name the limits that protect it', () => {
    expect(protection).toContain(`Schwankungsziel ${percent(smart.volatilityTarget)} im Jahr`);
    expect(protection).toContain(`nach ${percent(smart.maxDailyLoss)} Verlust an einem Tag`);
    expect(protection).toContain(
      `${smart.pauseDays}\u00a0Tage Pause nach ${percent(smart.maxDrawdown)} Rückgang`,
    );
    expect(numbersIn(protection)).toHaveLength(4);
  });
});

describe('the texts about TurboBot', () => {
  const { summary, losesWhen, protection } = BOTS.turbobot;

  it('name its channel and its leverage', () => {
    expect(summary).toContain(`von rund ${turbo.entryDays / 7} Wochen`);
    expect(summary).toContain(`bis zu ${FOLD[turbo.grossCap]}en Hebel`);
    expect(numbersIn(summary)).toHaveLength(1);
  });

  it('say that financing costs, which it pays', () => {
    expect(losesWhen).toContain('Finanzierung');
    expect(turboBot.costRule.financed).toBe(true);
    expect(numbersIn(losesWhen)).toEqual([]);
  });

  it('name the limits that protect it', () => {
    expect(protection).toContain('Stopp je Position');
    expect(protection).toContain(`nach ${percent(turbo.maxDailyLoss)} Verlust an einem Tag`);
    expect(protection).toContain(
      `${turbo.pauseDays}\u00a0Tage Pause nach ${percent(turbo.maxDrawdown)} Rückgang`,
    );
    expect(numbersIn(protection)).toHaveLength(3);
  });
});

describe('the texts about NewsBot', () => {
  const { summary, protection } = BOTS.newsbot;

  it('name its leverage', () => {
    expect(summary).toContain(`bis zu ${FOLD[news.grossCap]}em Hebel`);
  });

  it('name the limits that protect it', () => {
    expect(protection).toContain(`Geplantes Risiko höchstens ${percent(news.riskPerEvent)} je Termin`);
    expect(protection).toContain(`nach ${percent(news.maxDailyLoss)} Verlust an einem Tag`);
    expect(protection).toContain(
      `${news.pauseDays}\u00a0Tage Pause nach ${percent(news.maxDrawdown)} Rückgang`,
    );
    expect(numbersIn(protection)).toHaveLength(4);
  });
});

it('both trade every symbol of the catalogue with their published parameters', () => {
  for (const botType of ['smartbot', 'turbobot'] as const) {
    expect(STRATEGIES[botType]?.symbols).toHaveLength(20);
    expect(STRATEGIES[botType]?.strategy.id).toBe(botType);
  }
});
