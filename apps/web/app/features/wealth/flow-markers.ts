import type { WealthHistory } from '@botdepot/contract';
import { formatAmount, fromWire, type Micros } from '@botdepot/money';
import type { ChartMarker } from '../../ui/book-chart.tsx';

/** More than this would hide the curve. */
const MOST_MARKERS = 24;

export interface FlowMarkers {
  markers: ChartMarker[];
  /** Flows without a marker; there were too many. */
  left: number;
}

/** The largest flows of the period in time order, each with its amount. */
export function flowMarkers(flows: WealthHistory['flows']): FlowMarkers {
  const largest = [...flows]
    .sort((a, b) => (size(b.amount) > size(a.amount) ? 1 : -1))
    .slice(0, MOST_MARKERS)
    .sort((a, b) => a.at.localeCompare(b.at));
  return {
    markers: largest.map(({ at, kind, amount }) => ({
      at: Date.parse(at),
      kind,
      text: formatAmount(size(amount)),
    })),
    left: flows.length - largest.length,
  };
}

function size(amount: string): Micros {
  const micros = fromWire(amount);
  return micros < 0n ? -micros : micros;
}
