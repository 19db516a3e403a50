import { LIVE_SUBJECTS } from '@botdepot/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServerFixture, type ServerFixture } from '../server-fixture.ts';

const SUBJECT = LIVE_SUBJECTS[0];

let fixture: ServerFixture;
beforeAll(async () => {
  fixture = await createServerFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.hints.length = 0;
});

describe('hints of what a use case has changed', () => {
  it('go out once it is committed, to each as they were given', async () => {
    const { admin, hints, runWork } = fixture;
    await runWork(admin, async (work) => {
      work.hintUser('anna', SUBJECT);
      work.hintCustomers(SUBJECT);
      work.hintAdmins(SUBJECT);
      await work.tx.execute(sql`SELECT 1`);
      expect(hints).toEqual([]);
    });
    expect(hints).toEqual([
      { to: 'user', userId: 'anna', subjects: [SUBJECT] },
      { to: 'customers', subjects: [SUBJECT] },
      { to: 'admins', subjects: [SUBJECT] },
    ]);
  });

  it('go nowhere when it is undone', async () => {
    const { admin, hints, runWork } = fixture;
    const undone = runWork(admin, async (work) => {
      work.hintUser('anna', SUBJECT);
      throw new Error('not today');
    });
    await expect(undone).rejects.toThrow('not today');
    expect(hints).toEqual([]);
  });
});
