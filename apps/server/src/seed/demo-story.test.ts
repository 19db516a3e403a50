import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Actor, WorkRunner } from '../platform/work.ts';
import { DEMO_PEOPLE, type DemoPerson, type DemoUserIds } from './demo-people.ts';
import { demoTime, tellDemoStory } from './demo-story.ts';

const PEOPLE = Object.keys(DEMO_PEOPLE) as DemoPerson[];
const ids = Object.fromEntries(PEOPLE.map((person) => [person, person])) as DemoUserIds;

it('lets nobody act before having joined, and nothing happen later than now, whenever it is told', async () => {
  const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  await fc.assert(
    fc.asyncProperty(moments, async (now) => {
      const acts = await actsOf(now);
      expect(new Set(acts.map(({ person }) => person))).toEqual(new Set(PEOPLE));
      for (const { person, at } of acts) {
        const joined = demoTime(now, DEMO_PEOPLE[person].joined);
        expect(at.getTime(), `${person} acts`).toBeGreaterThan(joined.getTime());
        expect(at.getTime(), `${person} acts`).toBeLessThanOrEqual(now.getTime());
      }
    }),
  );
});

/** Who does something and when, without doing it. */
async function actsOf(now: Date): Promise<{ person: DemoPerson; at: Date }[]> {
  const acts: { person: DemoPerson; at: Date }[] = [];
  let at = now;
  const runWork = (async (actor: Actor) => {
    acts.push({ person: actor.userId as DemoPerson, at });
    return { id: 'made' };
  }) as unknown as WorkRunner;
  const actorOf = (person: DemoPerson) => ({ userId: person }) as Actor;
  for (const moment of tellDemoStory({ runWork, ids, actorOf, now })) {
    at = moment.at;
    await moment.run();
  }
  return acts;
}
