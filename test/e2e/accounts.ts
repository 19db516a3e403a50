// What a journey needs before it begins, over the API instead of through the pages: accounts, money, started bots.
import { randomBytes, randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { z } from 'zod';

export interface Login {
  email: string;
  password: string;
}

const PASSWORD = 'ein-ganz-ruhiger-Abend';

const created = z.object({ id: z.string(), reference: z.string() });
export type Created = z.infer<typeof created>;

/** An address that nobody has yet. */
export function newLogin(): Login {
  return { email: `kunde-${randomBytes(6).toString('hex')}@beispiel.example`, password: PASSWORD };
}

/** A new customer without a chosen bot. The session is the one of `api`, hence of its browser context. */
export async function signUp(api: APIRequestContext): Promise<Login> {
  const login = newLogin();
  await send(api, '/api/auth/sign-up/email', login);
  return login;
}

export async function signIn(api: APIRequestContext, login: Login): Promise<void> {
  await send(api, '/api/auth/sign-in/email', login);
}

/** Ends the session of `api`; a page of the same session notices by itself. */
export async function signOut(api: APIRequestContext): Promise<void> {
  await send(api, '/api/auth/sign-out', {});
}

/** @param amount As on the wire: `1000.00` */
export async function createDeposit(customer: APIRequestContext, amount: string): Promise<Created> {
  return created.parse(await send(customer, '/api/deposits', { amountUsd: amount, cryptoCurrency: 'USDT' }));
}

/** A deposit that is credited at once. */
export async function fund(
  customer: APIRequestContext,
  admin: APIRequestContext,
  amount: string,
): Promise<void> {
  const { id } = await createDeposit(customer, amount);
  await send(admin, `/api/admin/deposits/${id}/approve`, {});
}

/** To the customer's own play-money address. */
export async function createWithdrawal(customer: APIRequestContext, amount: string): Promise<Created> {
  const { ownAddress } = z
    .object({ ownAddress: z.string() })
    .parse(await read(customer, '/api/wallet/crypto-address?currency=USDT'));
  const request = { amountUsd: amount, cryptoCurrency: 'USDT', withdrawalAddress: ownAddress };
  return created.parse(await send(customer, '/api/withdrawals', request));
}

export async function startBot(customer: APIRequestContext, amount: string): Promise<Created> {
  const request = { botType: 'smartbot', amountUsd: amount };
  return created.parse(await send(customer, '/api/bot-investments', request));
}

/** A bot of one's own, as a draft, on prices that nobody has to make first. @returns its id */
export async function buildOwnBot(customer: APIRequestContext, bars = 50): Promise<string> {
  const close = { kind: 'price', field: 'close' };
  const mean = { kind: 'indicator', indicator: 'sma', bars };
  const rule = {
    ruleVersion: 1,
    symbols: ['WTI'],
    interval: '1d',
    side: 'long',
    entryLong: { is: 'above', left: close, right: mean },
    exitLong: { is: 'below', left: close, right: mean },
    sizing: { by: 'share', percent: 50 },
  };
  const setup = { source: 'wti', from: null, until: null, costFactor: 1 };
  const made = await send(customer, '/api/own-bots', { name: 'Mein Bot', rule, setup });
  return z.object({ id: z.string() }).parse(made).id;
}

/** The same with a result and a certificate, so that it can be started. Takes a minute on a busy machine. @returns its id */
export async function testOwnBot(customer: APIRequestContext): Promise<string> {
  const id = await buildOwnBot(customer);
  for (const path of ['backtests', 'certificate']) {
    const request = { data: { version: 1 }, timeout: 120_000 };
    const answer = await customer.post(`/api/own-bots/${id}/${path}`, request);
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  }
  return id;
}

/** Puts money aside for its first version. */
export async function startOwnBot(customer: APIRequestContext, id: string, amountUsd: string): Promise<void> {
  await send(customer, `/api/own-bots/${id}/start`, { version: 1, amountUsd });
}

const wallet = z.object({
  available: z.string(),
  usdLockedBalance: z.string(),
  pendingDeposits: z.number(),
  pendingWithdrawals: z.number(),
  activeBots: z.number(),
});

/** What is really booked, whatever the page shows. */
export async function readWallet(customer: APIRequestContext): Promise<z.infer<typeof wallet>> {
  return wallet.parse(await read(customer, '/api/wallet'));
}

const profile = z.object({ userId: z.string(), email: z.string() });

export async function readProfile(person: APIRequestContext): Promise<z.infer<typeof profile>> {
  return profile.parse(await read(person, '/api/profile'));
}

/** Ends an investment at once. */
export async function stopBot(customer: APIRequestContext, id: string): Promise<void> {
  await send(customer, `/api/bot-investments/${id}/stop`, {});
}

/** Books a manual return as the admin does. */
export async function applyReturn(
  admin: APIRequestContext,
  id: string,
  percent: string,
  reason: string,
): Promise<void> {
  await send(admin, `/api/admin/bot-investments/${id}/return`, { percent, reason });
}

async function read(api: APIRequestContext, path: string): Promise<unknown> {
  const answer = await api.get(path);
  if (!answer.ok()) throw new Error(`GET ${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

async function send(api: APIRequestContext, path: string, data: object): Promise<unknown> {
  const answer = await api.post(path, { data, headers: { 'idempotency-key': randomUUID() } });
  if (!answer.ok()) throw new Error(`POST ${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}
