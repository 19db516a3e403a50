import { startBot } from '../../apps/server/src/modules/bots/index.ts';
import { approveDeposit, ownAddress, requestDeposit } from '../../apps/server/src/modules/wallet/index.ts';
import type { BotsFixture } from '../../apps/server/test/bots/bots-fixture.ts';
import {
  GOOD_PASSWORD,
  type IdentityFixture,
  Visitor,
} from '../../apps/server/test/identity/identity-fixture.ts';
import { personActor } from '../../apps/server/test/server-fixture.ts';
import type { Sender } from './attempt.ts';

const ROLES = { anna: 'user', ben: 'user', admin: 'admin', chief: 'admin' } as const;
type Name = keyof typeof ROLES;
const NAMES = ['anna', 'ben', 'admin', 'chief'] as const;

export interface Somebody {
  userId: string;
  email: string;
  cookie: string;
}

const CURRENCIES = ['USDT', 'BTC', 'ETH'] as const;

/** Two customers with money and a running bot, and two admins. Who has been locked, deleted or promoted is replaced. */
export function createPeople(bots: BotsFixture, identity: IdentityFixture) {
  const people = new Map<Name, Somebody>();
  let serial = 0;

  async function signIn(email: string): Promise<string | null> {
    serial += 1;
    const visitor = new Visitor(identity, `172.16.${(serial >> 8) & 255}.${serial & 255}`);
    const { status } = await visitor.post('/sign-in/email', { email, password: GOOD_PASSWORD });
    return status === 200 && (await visitor.resolve()) ? (visitor.headers.get('cookie') ?? '') : null;
  }

  async function create(name: Name): Promise<Somebody> {
    serial += 1;
    const email = `${name}-${serial}@probe.example`;
    const role = ROLES[name];
    const userId = await identity.auth.createUser({
      email,
      name,
      role,
      password: GOOD_PASSWORD,
      demo: false,
      createdAt: bots.clock.now(),
    });
    const cookie = await signIn(email);
    if (cookie === null) throw new Error(`${email} cannot log in`);
    const actor = personActor(role, userId);
    const { id } = await bots.runWork(actor, (work) =>
      requestDeposit(work, { userId, amountUsd: '100000', cryptoCurrency: 'USDT' }),
    );
    // A threshold that was set meanwhile is none for what two have agreed on.
    await bots.runWork(bots.admin, (work) => approveDeposit({ ...work, requestedBy: userId }, { id }));
    await bots.tick();
    await bots.runWork(actor, (work) => startBot(work, { userId, botType: 'smartbot', amountUsd: '500' }));
    return { userId, email, cookie };
  }

  /** Whether the session still is one of the same person in the same role. */
  async function isThere(name: Name, { cookie, userId }: Somebody): Promise<boolean> {
    const session = await identity.auth.resolveSession(new Headers({ cookie })).catch(() => null);
    return session?.userId === userId && session.role === ROLES[name];
  }

  return {
    of: (sender: Sender): Somebody | undefined => (sender === 'nobody' ? undefined : people.get(sender)),
    customers: (): Somebody[] => [people.get('anna'), people.get('ben')].filter((each) => each !== undefined),
    async check(): Promise<void> {
      for (const name of NAMES) {
        const present = people.get(name);
        if (present && (await isThere(name, present))) continue;
        const cookie = present && (await signIn(present.email).catch(() => null));
        const back = present && cookie ? { ...present, cookie } : undefined;
        people.set(name, back && (await isThere(name, back)) ? back : await create(name));
      }
    },
    /** What a placeholder says about people; `which` is a number or a currency. */
    resolve(sender: Somebody | undefined, name: string, which: string): string | undefined {
      const all = NAMES.map((each) => people.get(each)).filter((each) => each !== undefined);
      if (name === 'email') return all[Number(which) % all.length]?.email;
      if (name === 'user') return all[Number(which) % all.length]?.userId;
      const currency = CURRENCIES.find((each) => each === which);
      if (name === 'address' && currency) return ownAddress(currency, (sender ?? all[0])?.userId ?? '');
      return undefined;
    },
  };
}

export type People = ReturnType<typeof createPeople>;
