/**
 * Moves labels that stand at these heights so far apart that none covers another, each as little as that needs, in their
 * order. Where there is no room for all of them they share it evenly.
 *
 * @param heights In pixels from the top, in any order; the answer keeps it.
 */
export function spreadApart(
  heights: readonly number[],
  distance: number,
  within: { from: number; to: number },
): number[] {
  const inOrder = heights.map((height, index) => ({ height, index })).sort((a, b) => a.height - b.height);
  const room = Math.max(0, within.to - within.from);
  const step = heights.length > 1 ? Math.min(distance, room / (heights.length - 1)) : distance;
  let lowest = within.from;
  for (const label of inOrder) {
    label.height = Math.max(label.height, lowest);
    lowest = label.height + step;
  }
  let highest = Math.max(within.to, within.from);
  for (const label of inOrder.toReversed()) {
    label.height = Math.min(label.height, highest);
    highest = label.height - step;
  }
  const moved = [...heights];
  for (const { height, index } of inOrder) moved[index] = height;
  return moved;
}
