import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { allPages, keepsPage, RestlessList } from './use-list.ts';

interface Row {
  id: string;
}

const rowsFrom = (newest: number, count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `row ${newest - index}` }));

/** A list, newest first, of which `move` changes something after each answer. */
function listOf(rows: Row[], move: (rows: Row[], answers: number) => void) {
  let answers = 0;
  return async ({ page, pageSize }: { page: number; pageSize: number }) => {
    const items = rows.slice((page - 1) * pageSize, page * pageSize);
    const { length: total } = rows;
    answers += 1;
    move(rows, answers);
    return { items, total };
  };
}

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);

it('reads a list that holds still page by page, in its order', async () => {
  for (const count of [0, 1, 99, 100, 101, 350]) {
    const rows = rowsFrom(350, count);
    expect(ids(await allPages(listOf([...rows], () => undefined)))).toEqual(ids(rows));
  }
});

it('names each row once while new ones are added at the front', async () => {
  let next = 350;
  const grows = listOf(rowsFrom(350, 350), (rows) => {
    next += 1;
    rows.unshift({ id: `row ${next}` });
  });
  const read = ids(await allPages(grows));
  expect(new Set(read).size).toBe(read.length);
  expect(read).toEqual(expect.arrayContaining(ids(rowsFrom(350, 350))));
});

it('takes in what is added at the end', async () => {
  const grows = listOf(rowsFrom(350, 200), (rows, answers) => {
    if (answers === 1) rows.push({ id: 'late' });
  });
  expect(ids(await allPages(grows))).toEqual([...ids(rowsFrom(350, 200)), 'late']);
});

it('loses none when one leaves the list, which moves the others up', async () => {
  const shrinks = listOf(rowsFrom(350, 350), (rows, answers) => {
    if (answers === 1) rows.shift();
  });
  expect(ids(await allPages(shrinks))).toEqual(ids(rowsFrom(349, 349)));
});

it('loses none when another one joins in the same moment, which the count does not tell', async () => {
  for (const before of [1, 2, 3]) {
    const changes = listOf(rowsFrom(350, 350), (rows, answers) => {
      if (answers !== before) return;
      rows.shift();
      rows.push({ id: 'late' });
    });
    expect(ids(await allPages(changes))).toEqual([...ids(rowsFrom(349, 349)), 'late']);
  }
});

it('gives up a list that never holds still instead of leaving rows out', async () => {
  const restless = listOf(rowsFrom(5000, 5000), (rows) => rows.shift());
  await expect(allPages(restless)).rejects.toThrow(RestlessList);
});

it('tells rows apart that have no id, or by what the caller says', async () => {
  const days = Array.from({ length: 150 }, (_, day) => ({ day, sum: '1.00' }));
  const load = async ({ page, pageSize }: { page: number; pageSize: number }) => ({
    items: days.slice((page - 1) * pageSize, page * pageSize),
    total: days.length,
  });
  expect(await allPages(load)).toEqual(days);
  expect(await allPages(load, ({ sum }) => sum)).toHaveLength(1);
});

it('keeps the page before while another is on its way, of the same list and of no other', () => {
  const client = new QueryClient();
  const page = (list: string, number: number) =>
    keepsPage({
      queryKey: [['wallet', list], { input: { page: number } }],
      queryFn: () => new Promise<string[]>(() => undefined),
    });
  client.setQueryData(page('listDeposits', 1).queryKey, ['E-1']);
  const observer = new QueryObserver(client, page('listDeposits', 1));
  const leave = observer.subscribe(() => undefined);
  const shown = () => observer.getCurrentResult().data;
  expect(shown()).toEqual(['E-1']);
  observer.setOptions(page('listDeposits', 2));
  expect(shown()).toEqual(['E-1']);
  observer.setOptions(page('listWithdrawals', 1));
  expect(shown()).toBeUndefined();
  leave();
});
