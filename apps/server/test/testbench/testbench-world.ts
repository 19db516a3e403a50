import { createHash } from 'node:crypto';
import type { CandleSourceName, OwnBotSetup } from '@botdepot/contract';
import type { Api, ApiAnswer } from '../api-fixture.ts';

/** A rule that is complete and says little. */
export const RULE = {
  ruleVersion: 1,
  symbols: ['EUR/USD'],
  interval: '1h',
  side: 'long',
  entryLong: {
    is: 'above',
    left: { kind: 'price', field: 'close' },
    right: { kind: 'indicator', indicator: 'sma', bars: 50 },
  },
  exitLong: {
    is: 'below',
    left: { kind: 'price', field: 'close' },
    right: { kind: 'indicator', indicator: 'sma', bars: 50 },
  },
  sizing: { by: 'share', percent: 50 },
};

export const SETUP: OwnBotSetup = { source: 'practice', from: null, until: null, costFactor: 1 };
export const OWN_BOT = { name: 'Mein Bot', rule: RULE, setup: SETUP };

/** Another rule for every number from 2 to 500. */
export const ruleWith = (bars: number) => ({
  ...RULE,
  entryLong: { ...RULE.entryLong, right: { kind: 'indicator', indicator: 'sma', bars } },
});

export const hashOf = (text: string | number): string =>
  createHash('sha256').update(String(text)).digest('hex');
export const base64Of = (returns: ArrayLike<number>): string =>
  Buffer.from(Float32Array.from(returns).buffer).toString('base64');

/** Where trials of these tests were made, 400 days of the practice market. */
export const TRIED_ON = {
  source: 'practice' as CandleSourceName,
  interval: '1h' as '1h' | '1d',
  symbols: ['EUR/USD'],
  from: '2022-01-01',
  until: '2023-02-05',
};

export type Person = { token: string; userId: string };

/** What one person does with their own bots. */
export function ownBotsOf(api: Api, as: Person) {
  const post = (path: string, body: object, key?: string): Promise<ApiAnswer> =>
    api.call('POST', `/api${path}`, { as, body, ...(key && { key }) });
  return {
    create: (changes: object = {}, key?: string) => post('/own-bots', { ...OWN_BOT, ...changes }, key),
    save: (id: unknown, version: unknown, changes: object = {}) =>
      post(`/own-bots/${id}`, { ...OWN_BOT, version, ...changes }),
    freeze: (id: unknown, version: unknown) => post(`/own-bots/${id}/versions`, { version }),
    remove: (id: unknown) => post(`/own-bots/${id}/delete`, {}),
    get: (id: unknown) => api.call('GET', `/api/own-bots/${id}`, { as }),
    list: async () => {
      const { body } = await api.call('GET', '/api/own-bots', { as });
      return body as { isOn: boolean; limit: number; savingsRate: number; items: Record<string, unknown>[] };
    },
    record: (entries: object[], changes: object = {}) =>
      post('/testbench/trials', { ...TRIED_ON, firstDay: '2022-01-01', entries, ...changes }),
    trials: (data: object | null = null, page: object = {}) =>
      post('/testbench/trials/search', { ...page, data }),
    sources: async () => {
      const { body } = await api.call('GET', '/api/testbench/candle-sources', { as });
      return body.items as Record<string, unknown>[];
    },
  };
}

export const code = ({ status, body }: ApiAnswer): string => `${status} ${body.code ?? ''}`.trim();
