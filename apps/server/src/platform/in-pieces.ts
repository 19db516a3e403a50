/**
 * A long list row by row, read in pieces: each begins after the last row of the one before, so what is added or removed
 * meanwhile neither repeats a row nor hides one, and memory does not grow with the list.
 *
 * @param read the rows after one, or the first ones; fewer than `size` end the list.
 */
export async function* inPieces<Row>(
  size: number,
  read: (after: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let rows: Row[] = [];
  do {
    rows = await read(rows.at(-1), size);
    yield* rows;
  } while (rows.length === size);
}
