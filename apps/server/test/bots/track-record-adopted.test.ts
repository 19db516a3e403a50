import pg from 'pg';
import { expect, it } from 'vitest';
import { migrate, migrateTo } from '../../src/platform/migrate.ts';
import { createEmptyDatabase } from '../database.ts';
import { createServerFixture } from '../server-fixture.ts';
import { createBotsFixture } from './bots-fixture.ts';
import { createSealer, sealedLines, verifyLines } from './track-record-fixture.ts';

/** Migrations of a database whose chains have the types of their bots as keys. */
const BEFORE_OWN_RECORDS = 10;
const COPIED = ['bots', 'bot_portfolios', 'bot_nav', 'bot_fills', 'bot_protocol'];

it('a record that was sealed before chains had the ids of their bots is the same to the byte, and goes on', async () => {
  const fixture = await createBotsFixture();
  const old = await createEmptyDatabase();
  const client = new pg.Client({ connectionString: old.url });
  await client.connect();
  try {
    await fixture.run(25);
    await createSealer(fixture, fixture.database).seal(fixture.term());
    const lines = await sealedLines(fixture.database);

    await migrateTo(client, BEFORE_OWN_RECORDS);
    const copy = async (table: string, selected: string) => {
      const { rows } = await fixture.database.pool.query(`SELECT jsonb_agg(r) AS rows FROM (${selected}) r`);
      await client.query(
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`,
        [JSON.stringify(rows[0].rows)],
      );
    };
    for (const table of COPIED) await copy(table, `SELECT * FROM ${table}`);
    for (const table of ['track_record_chains', 'track_record_seals'])
      await copy(table, `SELECT b.bot_type, c.* FROM ${table} c JOIN bots b ON b.id = c.bot_id`);

    await migrate(old.url);
    const taken = await createServerFixture({ url: old.url });
    try {
      expect(await sealedLines(taken.database)).toEqual(lines);
      expect(verifyLines(lines)).toMatchObject({ bot: 'smartbot', records: 26, deviation: null });
      await expect(client.query('DELETE FROM track_record_seals')).rejects.toThrow('append-only');
    } finally {
      await taken.close();
    }
  } finally {
    await client.end();
    await old.drop();
    await fixture.close();
  }
});
