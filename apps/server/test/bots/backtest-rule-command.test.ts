import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madeCandles } from '../../../../packages/trading/src/testing/bench-generators.ts';
import reference from '../../../../packages/trading/src/testing/bench-rules.json' with { type: 'json' };
import { runCommand } from '../run-command.ts';

const bot = reference.bots['dev1-trend-pullback'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'botdepot-rule-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function candles(): Promise<string> {
  const { seed, bars } = bot.data.candles;
  const made = madeCandles(seed, bars);
  const rows = Array.from({ length: made.length }, (_, at) =>
    [made.time[at]!, made.open[at]!, made.high[at]!, made.low[at]!, made.close[at]!, made.volume[at]!].join(
      ',',
    ),
  );
  return file('candles.csv', `time,open,high,low,close,volume\n${rows.join('\n')}\n`);
}

const backtest = async (rule: object, ...more: string[]) =>
  runCommand('backtest', {}, '--rule', await file('rule.json', JSON.stringify(rule)), ...more);

describe('a backtest of a rule in a file', () => {
  test('gives the trades of the reference, with the numbers of their bars', async () => {
    const costs = ['--fee-bps', '20', '--half-spread-bps', '3', '--slippage-bps', '5', '--financing', '0'];
    const { code, out } = await backtest(bot.rule, '--candles', `BTC/USD=${await candles()}`, ...costs);
    expect(code).toBe(0);
    const result = JSON.parse(out);
    expect(result.strategyVersion).toBe(`1-${bot.ruleHash}`);
    expect(result.finalEquity / bot.equityEnd).toBeCloseTo(1, 9);
    expect(
      result.trades.map(({ side, entryBar, exitBar, reason }: (typeof result.trades)[number]) => [
        side,
        entryBar,
        exitBar,
        reason,
      ]),
    ).toEqual(bot.list.map(([side, entryBar, exitBar, , , , , reason]) => [side, entryBar, exitBar, reason]));
  });

  test.each<[string, object, string, string]>([
    ['what is no rule', { ...bot.rule, interval: '5m' }, 'BTC/USD', 'interval: muss eines davon sein'],
    ['a market that it does not name', bot.rule, 'GOLD', 'Es fehlen die Kerzen von BTC/USD'],
    ['bars that are too long', { ...bot.rule }, 'DAILY', 'Die Regel braucht kürzere Kerzen'],
  ])('refuses %s', async (_, rule, given, message) => {
    const daily = 'time,open,high,low,close,volume\n2024-01-01,1,1,1,1,1\n2024-01-02,1,1,1,1,1\n';
    const named =
      given === 'DAILY' ? `BTC/USD=${await file('daily.csv', daily)}` : `${given}=${await candles()}`;
    const { code, out, err } = await backtest(rule, '--candles', named);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });
});
