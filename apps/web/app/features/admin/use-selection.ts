import { type ActiveInvestment, LIMITS } from '@botdepot/contract';
import { useMemo, useState } from 'react';

export interface Selection {
  investments: readonly ActiveInvestment[];
  has: (id: string) => boolean;
  toggle: (investment: ActiveInvestment) => void;
  add: (investments: readonly ActiveInvestment[]) => void;
  remove: (investments: readonly ActiveInvestment[]) => void;
  clear: () => void;
}

/**
 * What is chosen, across the pages of the list, at most as many as one command takes.
 * @param shown the newest state of what is on the page: what is chosen there takes its place.
 */
export function useSelection(shown: readonly ActiveInvestment[]): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ActiveInvestment>>(new Map());
  return useMemo(() => {
    const newest = new Map(shown.map((investment) => [investment.id, investment]));
    const add = (investments: readonly ActiveInvestment[]) =>
      setChosen((before) => {
        const after = new Map(before);
        for (const investment of investments)
          if (after.size < LIMITS.manualReturnsAtOnce) after.set(investment.id, investment);
        return after;
      });
    const remove = (investments: readonly ActiveInvestment[]) =>
      setChosen((before) => {
        const after = new Map(before);
        for (const { id } of investments) after.delete(id);
        return after;
      });
    return {
      investments: [...chosen.values()].map((investment) => newest.get(investment.id) ?? investment),
      has: (id) => chosen.has(id),
      toggle: (investment) => (chosen.has(investment.id) ? remove([investment]) : add([investment])),
      add,
      remove,
      clear: () => setChosen(new Map()),
    };
  }, [chosen, shown]);
}
