import type pg from 'pg';

/** What PostgreSQL touched to answer: rows of tables, and entries of indexes that were enough by themselves (counts). */
export interface RowsRead {
  rows: number;
  entries: number;
}

type Statement = { text: string; values: unknown[] };
type PlanNode = Record<string, unknown> & { Plans?: PlanNode[] };

/** Notes what a pool's connections are asked from now on. */
export function recordStatements(pool: pg.Pool): { during<T>(task: () => Promise<T>): Promise<Statement[]> } {
  let recorded: Statement[] | undefined;
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    const noting = (...input: unknown[]): unknown => {
      const [first, second] = input;
      const config = typeof first === 'string' ? { text: first } : (first as Partial<Statement>);
      const values = config.values ?? (Array.isArray(second) ? second : []);
      if (recorded && /^\s*(select|with)\b/i.test(config.text ?? ''))
        recorded.push({ text: config.text ?? '', values });
      return query(...input);
    };
    // The overloads of `query` are all passed on as they are.
    client.query = noting as typeof client.query;
  });
  return {
    async during(task) {
      const statements: Statement[] = [];
      recorded = statements;
      try {
        await task();
      } finally {
        recorded = undefined;
      }
      return statements;
    },
  };
}

/**
 * Runs each statement once more and adds up what its plan says that it really read. Without whole scans of tables: where
 * others use the database too, nobody's account is most of a table. And without bitmaps, which some
 * versions choose for a count over few rows: they touch the rows where the index alone would do.
 */
export async function countRowsRead(client: pg.Client, statements: readonly Statement[]): Promise<RowsRead> {
  const sum: RowsRead = { rows: 0, entries: 0 };
  await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off');
  for (const { text, values } of statements) {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
      values,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (plan) addUp(plan, sum);
  }
  return sum;
}

function addUp(node: PlanNode, sum: RowsRead): void {
  const figure = (name: string) => Number(node[name] ?? 0);
  const type = String(node['Node Type']);
  // A bitmap of an index is read again as rows, by the node above it.
  if ('Relation Name' in node && type !== 'Bitmap Index Scan') {
    const each =
      figure('Actual Rows') + figure('Rows Removed by Filter') + figure('Rows Removed by Index Recheck');
    const read = Math.round(each * figure('Actual Loops'));
    if (type === 'Index Only Scan') sum.entries += read;
    else sum.rows += read;
  }
  for (const child of node.Plans ?? []) addUp(child, sum);
}
