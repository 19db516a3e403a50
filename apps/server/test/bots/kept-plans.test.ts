import { afterAll, beforeAll, expect, it } from 'vitest';
import { readInvested, readResults } from '../../src/modules/bots/index.ts';
import { createApi } from '../api-fixture.ts';
import { listOperations } from '../contract-operations.ts';
import { commands } from '../identity/account-world.ts';
import { createServerFixture, personActor, type ServerFixture } from '../server-fixture.ts';

/** PostgreSQL plans with the values five times; from the sixth on it may keep one plan for all. */
const TIMES = 8;

let fixture: ServerFixture;
beforeAll(async () => {
  fixture = await createServerFixture({ maxConnections: 1 });
});
afterAll(() => fixture.close());

type PlanNode = Record<string, unknown> & { Plans?: PlanNode[] };

/** Where a plan reads rows by a condition on the customer that no index answers. */
function readsOfOthers(node: PlanNode): string[] {
  const here =
    String(node.Filter ?? '').includes('user_id') && !String(node['Index Cond'] ?? '').includes('$');
  return [
    ...(here ? [`${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}`] : []),
    ...(node.Plans ?? []).flatMap(readsOfOthers),
  ];
}

it('a connection that began on an empty database asks for one customer by this customer, however many others come', async () => {
  const customer = personActor('user');
  const api = createApi(fixture);
  const as = api.person('user', customer.userId);
  const reads = listOperations().filter(
    ({ method, path, name }) => method === 'GET' && !path.includes('{') && !name.startsWith('admin.'),
  );
  for (let time = 0; time < TIMES; time++) {
    for (const { path } of reads) await api.call('GET', `/api${path}`, { as });
    await fixture.database.snapshot((tx) => readInvested(tx, customer.userId));
    await fixture.database.snapshot((tx) => readResults(tx, customer.userId));
    await fixture.runWork(customer, commands.deposit(customer, '5').run);
    await fixture.runWork(customer, commands.withdraw(customer, '5').run).catch(() => undefined);
  }

  const { pool } = fixture.database;
  const { rows: kept } = await pool.query<{ name: string; statement: string; parameters: number }>(
    `SELECT name, statement, cardinality(parameter_types) AS parameters FROM pg_prepared_statements
     WHERE statement ~ '\\muser_id = \\$' AND statement ~* '^\\s*select' ORDER BY name`,
  );
  expect(kept.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'count-open-crypto_deposits',
      'count-open-crypto_withdrawals',
      'sum-own-investments',
      'sum-own-results',
    ]),
  );
  for (const { name, parameters } of kept) {
    const values = Array.from({ length: parameters }, () => 'NULL').join(', ');
    const { rows } = await pool.query(`EXPLAIN (FORMAT JSON) EXECUTE "${name}"(${values})`);
    expect(readsOfOthers(rows[0]['QUERY PLAN'][0].Plan), name).toEqual([]);
  }
});
