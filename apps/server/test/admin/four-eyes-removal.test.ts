// @module-tag rounds
// Nobody gets round the second pair of eyes by changing who is admin, in whatever order they do it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../rounds.ts';
import {
  correct,
  first,
  fixture,
  fresh,
  HOUR_MS,
  type Person,
  REASON,
  REFUSED,
  second,
  setUpFourEyes,
  world,
} from './four-eyes-world.ts';

setUpFourEyes();

const STEPS = ['demote', 'promote', 'limit', 'lock', 'unlock'] as const;
type Step = (typeof STEPS)[number];
const DAY_MS = 24 * HOUR_MS;

const change = (as: Person, step: Step, { userId }: Person) => {
  const isRole = step !== 'lock' && step !== 'unlock';
  return world.call(fresh(as), 'POST', `/customers/${userId}/${isRole ? 'role' : step}`, {
    ...(isRole && { role: step === 'demote' ? 'user' : 'admin' }),
    ...(step === 'limit' && { adminField: 'review' }),
    reason: REASON,
  });
};
const close = (person: Person) =>
  world.api.call('POST', '/api/profile/delete', { as: fresh(person), body: {} });
const switchOff = (as: Person) =>
  world.call(fresh(as), 'POST', '/four-eyes/threshold', { thresholdUsd: null, reason: REASON });

describe('one of two admins is not alone', () => {
  it.each<[string, Step[]]>([
    ['demoting, locking and unlocking', ['demote', 'lock', 'unlock']],
    ['locking, unlocking and demoting', ['lock', 'unlock', 'demote']],
    ['locking, demoting and unlocking', ['lock', 'demote', 'unlock']],
    ['limiting', ['limit']],
    ['limiting, locking, unlocking and demoting', ['limit', 'lock', 'unlock', 'demote']],
    ['demoting, restoring and demoting', ['demote', 'promote', 'demote', 'lock', 'unlock']],
  ])('after %s the other', async (_how, steps) => {
    const { email, userId } = await world.customer('10');
    for (const step of steps) {
      expect(await change(first, step, second)).toMatchObject({ status: 200 });
      expect(await correct(fresh(first), email, '900000')).toMatchObject(REFUSED);
      expect(await switchOff(first)).toMatchObject(REFUSED);
    }
    expect(await world.totalOf(userId)).toBe('10.00');
    fixture.clock.advance(DAY_MS + 1);
    expect(await correct(fresh(first), email, '4000')).toMatchObject({ status: 201 });
  });

  it('when the demoted one deletes their account', async () => {
    const { email } = await world.customer('10');
    await change(first, 'demote', second);
    expect((await close(second)).status).toBe(200);
    expect(await correct(fresh(first), email, '4000')).toMatchObject(REFUSED);
  });

  it('at the moment in which the demoted one is made admin again', async () => {
    const { email, userId } = await world.customer('10');
    await change(first, 'demote', second);
    for (let round = 0; round < 12; round += 1) {
      const [booked] = await Promise.all([
        correct(fresh(first), email, '4000'),
        change(first, round % 2 === 0 ? 'promote' : 'demote', second),
      ]);
      expect(booked).toMatchObject(REFUSED);
    }
    expect(await world.totalOf(userId)).toBe('10.00');
  });
});

type Event = { step: Step | 'close' | 'wait'; by: number; on: number; hours: number };

const event: fc.Arbitrary<Event> = fc.record({
  // Leaving by oneself is rare, or soon nobody is left.
  step: fc.constantFrom(
    ...STEPS,
    ...STEPS,
    ...STEPS,
    ...STEPS,
    'wait' as const,
    'wait' as const,
    'close' as const,
  ),
  by: fc.nat({ max: 2 }),
  on: fc.nat({ max: 2 }),
  hours: fc.constantFrom(1, 5, 13, 25),
});
const history = fc.record({
  hasHelper: fc.boolean(),
  events: fc.array(event, { minLength: 12, maxLength: 25 }),
});

/** One admin is left, is held for a day, and then alone. */
const BOTH: { hasHelper: boolean; events: Event[] } = {
  hasHelper: false,
  events: [
    { step: 'demote', by: 0, on: 1, hours: 1 },
    { step: 'wait', by: 0, on: 1, hours: 25 },
  ],
};

/** What a test knows of a person without asking the rule; an admin is one who may do everything. */
type Track = { person: Person; isAdmin: boolean; isLocked: boolean; isGone: boolean; couldActUntil: number };
const canAct = ({ isAdmin, isLocked, isGone }: Track) => isAdmin && !isLocked && !isGone;

describe('whatever admins do to each other', () => {
  it('nobody is alone before everybody else has been unable to act for a day (a failure prints its seed)', async () => {
    const seen = { alone: 0, held: 0 };
    await fc.assert(
      fc.asyncProperty(history, async ({ hasHelper, events }) => {
        const tracks = await somePeople(hasHelper);
        const { email } = await world.customer('10');
        for (const happens of events) {
          await apply(tracks, happens);
          const able = tracks.filter(canAct);
          const [actor] = able;
          if (!actor) return;
          const { body } = await world.call(fresh(actor.person), 'GET', '/four-eyes');
          const now = fixture.clock.now().getTime();
          const isBound = tracks.some(
            (other) => other !== actor && now - other.couldActUntil <= DAY_MS && other.couldActUntil > 0,
          );
          if (isBound) expect(body.whyOff).toBe(null);
          if (able.length > 1) continue;
          seen[isBound ? 'held' : 'alone'] += 1;
          const booked = await correct(fresh(actor.person), email, '1500');
          expect(booked.status, JSON.stringify(booked.body)).toBe(body.whyOff === null ? 409 : 201);
        }
      }),
      { numRuns: rounds({ short: 8, full: 30 }), examples: [[BOTH]] },
    );
    // Both happened, or nothing was proved.
    expect(seen.alone).toBeGreaterThan(0);
    expect(seen.held).toBeGreaterThan(0);
  });
});

/** Two admins, and perhaps somebody who is none yet. */
async function somePeople(hasHelper: boolean): Promise<Track[]> {
  fixture.clock.advance(2 * DAY_MS);
  const admins = await world.onlyTwoAdmins();
  const helper = world.api.person('user');
  await world.api.call('GET', '/api/profile', { as: helper });
  const now = fixture.clock.now().getTime();
  return [...admins, ...(hasHelper ? [helper] : [])].map((person, index) => ({
    person,
    isAdmin: index < 2,
    isLocked: false,
    isGone: false,
    couldActUntil: index < 2 ? now : 0,
  }));
}

/** Does it, and notes of everybody until when they could act. */
async function apply(tracks: Track[], { step, by, on, hours }: Event): Promise<void> {
  const able = tracks.filter(canAct);
  const actor = able[by % able.length];
  const others = tracks.filter((track) => track !== actor);
  const other = others[on % others.length];
  if (step === 'wait') fixture.clock.advance(hours * HOUR_MS);
  else fixture.clock.advance(60_000);
  const now = fixture.clock.now().getTime();
  for (const track of able) track.couldActUntil = now;
  if (step === 'wait' || !actor || !other || other.isGone) return;
  if (step === 'close') {
    if (other.isLocked || able.length < 2) return;
    expect((await close(other.person)).status).toBe(200);
    other.isGone = true;
    // Admins who leave by themselves could have approved as well: nobody is held by it.
    if (other.isAdmin) other.couldActUntil = 0;
    return;
  }
  const { status } = await change(actor.person, step, other.person);
  if (status !== 200) return;
  if (step !== 'lock' && step !== 'unlock') other.isAdmin = step === 'promote';
  else other.isLocked = step === 'lock';
  if (canAct(other)) other.couldActUntil = now;
}
