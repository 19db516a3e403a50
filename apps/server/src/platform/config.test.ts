import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const example = Object.fromEntries(
  readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
);
const SECRET = 'x'.repeat(32);

describe('the configuration', () => {
  it('of a fresh clone is the demo on this machine', () => {
    expect(readConfig({})).toMatchObject({ demo: true, host: '127.0.0.1', port: 3000, logLevel: 'warn' });
  });

  it('of an untouched copy of .env.example is the same', () => {
    expect(readConfig(example)).toEqual(readConfig({}));
  });

  it('with a database or a public address is no demo', () => {
    for (const set of [{ DATABASE_URL: 'postgres://db/x' }, { PUBLIC_URL: 'https://example.com' }])
      expect(readConfig({ ...set, AUTH_SECRET: SECRET })).toMatchObject({ demo: false, logLevel: 'info' });
    expect(readConfig({ DATABASE_URL: 'postgres://db/x', DEMO: '1' }).demo).toBe(true);
  });

  it('names every bad variable at once', () => {
    const read = () =>
      readConfig({ PORT: 'drei', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud', AUTH_SECRET: 'short' });
    expect(read).toThrow(ConfigError);
    for (const name of ['PORT', 'DATABASE_URL', 'LOG_LEVEL', 'AUTH_SECRET']) expect(read).toThrow(name);
  });

  it.each([
    [{ PORT: 'drei' }, 'PORT: eine Zahl'],
    [{ PORT: '3000.5' }, 'PORT: eine ganze Zahl'],
    [{ PORT: '70000' }, 'PORT: höchstens 65535'],
    [{ KRAKEN_POLL_SECONDS: '0.1' }, 'KRAKEN_POLL_SECONDS: mindestens 1'],
    [{ DEMO: 'ja' }, 'DEMO: eins von 0, 1'],
    [{ BRAND_NAME: 'x'.repeat(41) }, 'BRAND_NAME: höchstens 40 Zeichen'],
    [{ PUBLIC_URL: 'example.com' }, 'PUBLIC_URL: eine Adresse, die mit http: oder https: beginnt'],
  ])('says in German what %j should be', (set, problem) => {
    expect(() => readConfig(set)).toThrow(`Die Konfiguration ist ungültig:\n  - ${problem}`);
  });

  it.each([
    [{ DATABASE_URL: 'postgres://db/x' }, 'AUTH_SECRET'],
    [{ HOST: '0.0.0.0' }, 'DEMO_PUBLIC'],
    [{ DEMO: '1', PUBLIC_URL: 'https://example.com' }, 'DEMO_PUBLIC'],
    [{ SMTP_URL: 'smtp://mail' }, 'MAIL_FROM'],
    [{ CAPTCHA: '1', PUBLIC_URL: 'http://trading.example' }, 'CAPTCHA'],
    [{ PRICE_SOURCES: 'twelvedata' }, 'TWELVEDATA_API_KEY'],
  ])('refuses %j and says what is missing: %s', (set, name) => {
    expect(() => readConfig(set)).toThrow(name);
  });

  it('asks for a second admin from 5.000 on, but not in the demo, and as it is told', () => {
    const production = { DATABASE_URL: 'postgres://db/x', AUTH_SECRET: SECRET };
    expect(readConfig({}).fourEyesThreshold).toBeNull();
    expect(readConfig(production).fourEyesThreshold).toBe(5_000_000_000n);
    const told = (FOUR_EYES_THRESHOLD_USD: string) =>
      readConfig({ ...production, FOUR_EYES_THRESHOLD_USD }).fourEyesThreshold;
    expect(told('0')).toBeNull();
    const deposits = (FOUR_EYES_DEPOSIT_THRESHOLD_USD?: string) =>
      readConfig({ ...production, FOUR_EYES_DEPOSIT_THRESHOLD_USD }).fourEyesDepositThreshold;
    expect([deposits(), deposits('0'), deposits('2500.50')]).toEqual([null, null, 2_500_500_000n]);
    expect(told('2500.50')).toBe(2_500_500_000n);
    for (const bad of ['-1', '1.234,56', 'viel', '1e3'])
      expect(() => told(bad)).toThrow('FOUR_EYES_THRESHOLD_USD');
  });

  it('grants a first deposit in the demo, elsewhere if it is told, and never one that could not be made', () => {
    const production = { DATABASE_URL: 'postgres://db/x', AUTH_SECRET: SECRET };
    const told = (WELCOME_DEPOSIT_USD: string, rest = {}) =>
      readConfig({ ...rest, WELCOME_DEPOSIT_USD }).welcomeDeposit;
    expect([readConfig({}).welcomeDeposit, readConfig(production).welcomeDeposit]).toEqual([
      1_000_000_000n,
      null,
    ]);
    expect([told('0'), told('250.50', production)]).toEqual([null, 250_500_000n]);
    for (const bad of ['0.50', '-1', '1.000,00', '1000000000'])
      expect(() => told(bad)).toThrow('WELCOME_DEPOSIT_USD');
  });

  it('has a simulated market unless sources are named', () => {
    expect(readConfig({}).prices).toMatchObject({ sources: [], kraken: { pollMs: 3000 } });
    expect(readConfig({ PRICE_SOURCES: 'simulated' }).prices.sources).toEqual([]);
    const key = 'k'.repeat(32);
    const { prices } = readConfig({
      PRICE_SOURCES: ' kraken, twelvedata,kraken ',
      TWELVEDATA_API_KEY: key,
      TWELVEDATA_SYMBOLS: 'GOLD, COPPER=HG1',
      TWELVEDATA_CREDITS_PER_MINUTE: '377',
      KRAKEN_URL: 'http://127.0.0.1:9999',
    });
    expect(prices).toEqual({
      sources: ['kraken', 'twelvedata'],
      kraken: { baseUrl: 'http://127.0.0.1:9999', pollMs: 3000 },
      twelvedata: {
        baseUrl: 'https://api.twelvedata.com',
        apiKey: key,
        tickers: { GOLD: '', COPPER: 'HG1' },
        creditsPerMinute: 377,
        creditsPerDay: 800,
      },
    });
  });

  it('names every bad variable of the prices at once', () => {
    const read = () =>
      readConfig({
        PRICE_SOURCES: 'kraken,yahoo',
        KRAKEN_POLL_SECONDS: '0.1',
        KRAKEN_URL: 'api.kraken.com',
        TWELVEDATA_API_KEY: 'kurz',
        TWELVEDATA_SYMBOLS: 'GOLD,DOGE',
        TWELVEDATA_CREDITS_PER_DAY: '0',
      });
    for (const name of [
      'PRICE_SOURCES',
      'KRAKEN_POLL_SECONDS',
      'KRAKEN_URL',
      'TWELVEDATA_API_KEY',
      'TWELVEDATA_SYMBOLS',
      'TWELVEDATA_CREDITS_PER_DAY',
    ])
      expect(read).toThrow(name);
    // What is wrong is named, never quoted: it may be a key.
    expect(read).not.toThrow('kurz');
  });

  it('takes an identity provider only as a whole, and only over a confidential way', () => {
    const provider = {
      OAUTH_PROVIDER_NAME: 'Beispiel-Konto',
      OAUTH_DISCOVERY_URL: 'https://login.example/.well-known/openid-configuration',
      OAUTH_CLIENT_ID: 'botdepot',
      OAUTH_CLIENT_SECRET: 'geheim',
    };
    expect(readConfig({}).identityProvider).toBeUndefined();
    expect(readConfig(provider).identityProvider).toEqual({
      name: 'Beispiel-Konto',
      discoveryUrl: provider.OAUTH_DISCOVERY_URL,
      clientId: 'botdepot',
      clientSecret: 'geheim',
      scopes: ['openid', 'email', 'profile'],
    });
    for (const name of Object.keys(provider)) {
      const half = () => readConfig({ ...provider, [name]: '' });
      expect(half).toThrow(`${name}: nötig mit`);
      expect(half).not.toThrow('geheim');
    }
    const open = 'http://login.example/.well-known/openid-configuration';
    expect(() => readConfig({ ...provider, OAUTH_DISCOVERY_URL: open })).toThrow('OAUTH_DISCOVERY_URL');
    expect(
      readConfig({ ...provider, OAUTH_DISCOVERY_URL: 'http://localhost:9/x' }).identityProvider,
    ).toBeDefined();
    expect(() => readConfig({ ...provider, OAUTH_SCOPES: 'openid profile' })).toThrow('OAUTH_SCOPES');
  });

  it('lets the demo be public only when that is said', () => {
    expect(readConfig({ HOST: '0.0.0.0', DEMO_PUBLIC: '1' }).demo).toBe(true);
  });
});
