import { BOT_COST_RULES, BOT_TYPES, EVIDENCE_DAYS, TRADING_COSTS } from '@botdepot/contract';
import { COSTS_BY_CATEGORY, LEAST_DAYS_FOR_RATIOS } from '@botdepot/trading';
import { expect, test } from 'vitest';
import { STRATEGIES } from './strategies.ts';

test('the costs that pages name are those that the engine charges', () => {
  expect(TRADING_COSTS).toEqual(COSTS_BY_CATEGORY);
});

test('every bot that runs pays as its page says', () => {
  const running = BOT_TYPES.filter((botType) => STRATEGIES[botType] !== undefined);
  expect(running.length).toBeGreaterThan(0);
  for (const botType of running)
    expect(STRATEGIES[botType]?.strategy.costRule, botType).toEqual(BOT_COST_RULES[botType]);
});

test('the days from which on a record has ratios are the same for pages and engine', () => {
  expect(EVIDENCE_DAYS.ratios).toBe(LEAST_DAYS_FOR_RATIOS);
});
