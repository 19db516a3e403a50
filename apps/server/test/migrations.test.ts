import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from './database.ts';
import { readFixedRows, readSchema } from './read-schema.ts';

describe('a new database', () => {
  it('has the schema of schema.txt and the rows that are always there', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const text = `${await readSchema(client)}\n${await readFixedRows(client)}`;
    await client.end();
    await database.drop();
    // Written anew by `npx vitest run --project server migrations.test.ts -u`, after a migration.
    await expect(text).toMatchFileSnapshot('../drizzle/schema.txt');
  });
});
