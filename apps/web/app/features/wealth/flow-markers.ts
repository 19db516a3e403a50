import type { WealthHistory } from '@botdepot/contract';
import { formatAmount, fromWire, type Micros } from '@botdepot/money';
import type { ChartMarker } from '../../ui/chart/book-chart.tsx';

export interface FlowMarkers {
  markers: ChartMarker[];
  /** Flows without a marker; there were too many. */
  left: number;
}

/** The flows that the server names, each with its amount. */
export function flowMarkers({ flows, flowCount }: Pick<WealthHistory, 'flows' | 'flowCount'>): FlowMarkers {
  return {
    markers: flows.map(({ at, kind, amount }) => ({
      at: Date.parse(at),
      kind,
      text: formatAmount(size(amount)),
    })),
    left: flowCount - flows.length,
  };
}

function size(amount: string): Micros {
  const micros = fromWire(amount);
  return micros < 0n ? -micros : micros;
}
