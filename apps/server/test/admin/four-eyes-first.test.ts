// Admins who were made on the machine of the server: whoever does it alone is no second pair of eyes, but somebody has to be the first.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../run-command.ts';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';
import { createFourEyesWorld, HOUR_MS, type Person } from './four-eyes-world.ts';

type World = Awaited<ReturnType<typeof createFourEyesWorld>>;

let fixture: ServerFixture;
let world: World;
beforeAll(async () => {
  fixture = await createServerFixture();
  // The commands have the time of the machine.
  fixture.clock.set(new Date());
  world = await createFourEyesWorld(fixture);
});
afterAll(() => fixture.close());

/** As an operator types it. Says what was printed, and who that admin is. */
async function create(email: string): Promise<{ said: string; admin: Person }> {
  const env = { ...process.env, DATABASE_URL: fixture.url };
  const { code, out: said } = await runCommand('admin', env, 'create', email);
  expect(code).toBe(0);
  const { rows } = await fixture.database.pool.query('SELECT id FROM auth_users WHERE email = $1', [email]);
  return { said, admin: world.api.person('admin', rows[0].id) };
}

const WAITS = 'Freigeben, was andere vorlegen, kann dieses Konto erst in 24 Stunden.';

it('an admin from the command line waits a day before approving, all but the first', async () => {
  const first = await create('erste@beispiel.example');
  expect(first.said).not.toContain(WAITS);
  const second = await create('zweiter@beispiel.example');
  expect(second.said).toContain(WAITS);
  fixture.clock.set(new Date());

  const { body } = await world.call(first.admin, 'GET', '/four-eyes');
  expect(body.active).toBe(true);
  expect(body.admins).toMatchObject([
    { email: 'erste@beispiel.example', tooNew: false },
    { email: 'zweiter@beispiel.example', tooNew: true },
  ]);
  const { email } = await world.customer('10');
  const ask = (as: Person) => world.ask(as, 'correction', world.correction(email, '3000'));
  const ofFirst = await ask(first.admin);
  expect(await world.approve(second.admin, ofFirst.body.id)).toMatchObject({
    status: 409,
    body: { code: 'SECOND_ADMIN_TOO_NEW' },
  });
  const ofSecond = await ask(second.admin);
  expect(await world.approve(first.admin, ofSecond.body.id)).toMatchObject({ body: { status: 'approved' } });

  fixture.clock.advance(24 * HOUR_MS + 60_000);
  const later = world.api.person('admin', second.admin.userId);
  expect(await world.approve(later, ofFirst.body.id)).toMatchObject({ body: { status: 'approved' } });
});
