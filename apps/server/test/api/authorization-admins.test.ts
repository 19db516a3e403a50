import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/work.ts';
import { type Api, createApi } from '../api-fixture.ts';
import { listOperations, type Operation } from '../contract-operations.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

const MINUTE_MS = 60_000;

type Person = ReturnType<Api['person']>;

let fixture: ServerFixture;
let installation: Api;
let demo: Api;
let forAdmins: Operation[];

beforeAll(async () => {
  fixture = await createServerFixture();
  installation = createApi(fixture, { demo: false });
  demo = createApi(fixture);
  forAdmins = [];
  for (const operation of listOperations())
    if ((await codeFor(installation, operation, installation.person('user'))) === 'FORBIDDEN')
      forAdmins.push(operation);
});
afterAll(() => fixture.close());

/** What the API objects to, before it looks at what was sent. */
async function codeFor(api: Api, operation: Operation, as: Person | undefined): Promise<unknown> {
  const path = operation.path.replace('{id}', newId()).replace('{botType}', 'smartbot');
  const answer = await api.call(operation.method, `/api${path}`, {
    ...(as && { as }),
    ...(operation.method !== 'GET' && { body: {} }),
  });
  return answer.body.code;
}

async function codesFor(api: Api, as: () => Person | undefined): Promise<Record<string, unknown>> {
  const codes: Record<string, unknown> = {};
  for (const operation of forAdmins) codes[operation.name] = await codeFor(api, operation, as());
  return codes;
}

const allWith = (code: string, operations = forAdmins) =>
  Object.fromEntries(operations.map(({ name }) => [name, code]));

/** What others may do is changed by whoever has said a quarter of an hour ago, at the latest, who they are. */
const FOR_SECURITY = [
  'admin.lockCustomer',
  'admin.unlockCustomer',
  'admin.changeCustomerRole',
  'admin.endCustomerSessions',
  'admin.setFourEyesThreshold',
];
/** They take a key because customers hear of each, but move no money: a brake must be fast. */
const WITHOUT_PROOF = [
  'admin.pauseBot',
  'admin.resumeBot',
  'admin.holdOwnBots',
  'admin.releaseOwnBots',
  'admin.setTestbenchQuota',
  'admin.createTradingEvent',
  'admin.moveTradingEvent',
  'admin.cancelTradingEvent',
];
const isForSecurity = ({ name }: Operation) => FOR_SECURITY.includes(name);

const stale = () => ({ authenticatedAt: new Date(fixture.clock.now().getTime() - 61 * MINUTE_MS) });

describe('an admin', () => {
  it('is whom every operation of the module is for', () => {
    const names = forAdmins.map(({ name }) => name);
    const ofModule = listOperations().filter(({ name }) => name.startsWith('admin.'));
    expect(names).toEqual(expect.arrayContaining(ofModule.map(({ name }) => name)));
  });

  it('is asked for the session first, then for the role', async () => {
    expect(await codesFor(installation, () => undefined)).toEqual(allWith('UNAUTHENTICATED'));
    const customer = () => installation.person('user', undefined, { hasSecondFactor: false, ...stale() });
    expect(await codesFor(installation, customer)).toEqual(allWith('FORBIDDEN'));
  });

  it('without a second factor neither reads nor acts, however fresh', async () => {
    for (const session of [{ hasSecondFactor: false }, { hasSecondFactor: false, ...stale() }]) {
      const codes = await codesFor(installation, () => installation.person('admin', undefined, session));
      expect(codes).toEqual(allWith('SECOND_FACTOR_REQUIRED'));
    }
  });

  it('reads in their profile that a second factor is missing, so that pages need not try', async () => {
    const { userId } = await fixture.createCustomer();
    const awaits = async ({ call, person }: Api, who: 'admin' | 'user', hasSecondFactor: boolean) => {
      const { body } = await call('GET', '/api/profile', { as: person(who, userId, { hasSecondFactor }) });
      return body.awaitsSecondFactor;
    };
    expect(await awaits(installation, 'admin', false)).toBe(true);
    expect(await awaits(installation, 'admin', true)).toBe(false);
    expect(await awaits(installation, 'user', false)).toBe(false);
    expect(await awaits(demo, 'admin', false)).toBe(false);
  });

  it('who has not said for an hour who they are moves no money and changes no access, and reads on', async () => {
    const codes = await codesFor(installation, () => installation.person('admin', undefined, stale()));
    const refused = Object.keys(codes).filter((name) => codes[name] === 'REAUTHENTICATION_REQUIRED');
    const moving = forAdmins
      .filter(({ name, movesMoney }) => movesMoney && ![...WITHOUT_PROOF, ...FOR_SECURITY].includes(name))
      .map(({ name }) => name);
    expect(refused.sort()).toEqual([...moving, ...FOR_SECURITY].sort());
    expect(moving).toContain('admin.approveWithdrawal');
  });

  it('may act for an hour after that', async () => {
    const authenticatedAt = new Date(fixture.clock.now().getTime() - 60 * MINUTE_MS);
    const admin = installation.person('admin', undefined, { authenticatedAt });
    const codes = await codesFor(installation, () => admin);
    const refused = Object.keys(codes).filter((name) => codes[name] === 'REAUTHENTICATION_REQUIRED');
    expect(refused.sort()).toEqual([...FOR_SECURITY].sort());
  });

  it('may change the access of others for a quarter of an hour', async () => {
    const authenticatedAt = new Date(fixture.clock.now().getTime() - 15 * MINUTE_MS);
    const admin = installation.person('admin', undefined, { authenticatedAt });
    for (const operation of forAdmins.filter(isForSecurity))
      expect(await codeFor(installation, operation, admin), operation.name).not.toBe(
        'REAUTHENTICATION_REQUIRED',
      );
  });

  it('of the demo needs no second factor, and says who they are all the same', async () => {
    const session = { hasSecondFactor: false };
    const fresh = await codesFor(demo, () => demo.person('admin', undefined, session));
    expect(Object.values(fresh)).not.toContain('SECOND_FACTOR_REQUIRED');
    const left = demo.person('admin', undefined, { ...session, ...stale() });
    const answer = await demo.call('POST', `/api/admin/deposits/${newId()}/approve`, { as: left, body: {} });
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED', data: { maxAgeMinutes: '60' } },
    });
  });
});
