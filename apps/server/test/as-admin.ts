import pg from 'pg';

/** One connection for the length of `work`. Not for tests of the product, which use its own pool. */
export async function asAdmin(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await work(client).finally(() => client.end());
}
