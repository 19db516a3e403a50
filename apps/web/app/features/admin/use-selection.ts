import { useMemo, useState } from 'react';

interface Choosable {
  id: string;
}

export interface Selection<Row extends Choosable> {
  rows: readonly Row[];
  has: (id: string) => boolean;
  toggle: (row: Row) => void;
  add: (rows: readonly Row[]) => void;
  remove: (rows: readonly Choosable[]) => void;
  clear: () => void;
}

interface SelectionLimits {
  /** As many as one command takes. */
  limit: number;
  /** What is on the page is all there is: what is not there any more is not chosen either. */
  complete?: boolean | undefined;
}

/**
 * What is chosen, across the pages of the list.
 * @param shown the newest state of what is on the page: what is chosen there takes its place.
 */
export function useSelection<Row extends Choosable>(
  shown: readonly Row[],
  { limit, complete = false }: SelectionLimits,
): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  return useMemo(() => {
    const newest = new Map(shown.map((row) => [row.id, row]));
    const isThere = ({ id }: Choosable) => !complete || newest.has(id);
    const add = (rows: readonly Row[]) =>
      setChosen((before) => {
        const after = new Map([...before].filter(([, row]) => isThere(row)));
        for (const row of rows) if (after.size < limit) after.set(row.id, row);
        return after;
      });
    const remove = (rows: readonly Choosable[]) =>
      setChosen((before) => {
        const after = new Map(before);
        for (const { id } of rows) after.delete(id);
        return after;
      });
    return {
      rows: [...chosen.values()].filter(isThere).map((row) => newest.get(row.id) ?? row),
      has: (id) => chosen.has(id),
      toggle: (row) => (chosen.has(row.id) ? remove([row]) : add([row])),
      add,
      remove,
      clear: () => setChosen(new Map()),
    };
  }, [chosen, shown, limit, complete]);
}
