import type { WealthHistory, WealthPart } from '@botdepot/contract';
import { fromWire, type Micros } from '@botdepot/money';
import { oneOf, place, useUrlState } from '../../lib/url/url-state.ts';
import { urls } from '../../lib/url/urls.ts';
import { OPENING, useTakeBack } from '../../lib/url/way-back.ts';

/** A part of the sum, or all that the bots brought: every part of theirs together. */
export type OpenPart = WealthPart | 'earned';

/** As they stand in the address. */
const NAMES: Record<OpenPart, string> = {
  earned: 'gewinn',
  realised: 'realisiert',
  unrealised: 'unrealisiert',
  manual: 'manuell',
  costs: 'kosten',
  financing: 'finanzierung',
  rounding: 'rundung',
};
const URL_STATE = { part: place(oneOf('teil', Object.keys(NAMES) as OpenPart[], NAMES)) };

/** Of everything since the beginning, since the address names no period. */
export const EARNED_URL = `${urls.dashboard}?teil=gewinn`;

/** What the bots brought of one kind, as it adds to the sum: costs and financing make it less. */
export function partAmount(parts: Record<WealthPart, string>, part: WealthPart): Micros {
  const amount = fromWire(parts[part]);
  return part === 'costs' || part === 'financing' ? -amount : amount;
}

export function partLabel(part: WealthPart, amount: Micros): string {
  switch (part) {
    case 'realised':
      return amount < 0n ? 'Realisierter Verlust' : 'Realisierter Gewinn';
    case 'unrealised':
      return amount < 0n ? 'Unrealisierter Verlust' : 'Unrealisierter Gewinn';
    case 'manual':
      return 'Manuelle Rendite';
    case 'costs':
      return 'Handelskosten';
    case 'financing':
      return 'Finanzierung';
    case 'rounding':
      return 'Rundung';
  }
}

/** One investment and what it adds to a part of the sum. */
export interface PartShare {
  investment: WealthHistory['investments'][number];
  amount: Micros;
}

/** The investments behind a part of the sum, newest first, and what those add that the server does not name. */
export function sharesOfPart(
  { investments, investmentCount, sum }: Pick<WealthHistory, 'investments' | 'investmentCount' | 'sum'>,
  part: WealthPart,
): { shares: PartShare[]; unnamed: { count: number; amount: Micros } } {
  const all = investments.map((investment) => ({ investment, amount: partAmount(investment, part) }));
  const named = all.reduce((total, { amount }) => total + amount, 0n);
  return {
    shares: all.filter(({ amount }) => amount !== 0n),
    unnamed: { count: investmentCount - investments.length, amount: partAmount(sum, part) - named },
  };
}

/** The part that is shown in the drawer, kept in the address; null for none. */
export function useOpenPart(): [OpenPart | null, (part: OpenPart | null) => void] {
  const { value, set } = useUrlState(URL_STATE);
  const takeBack = useTakeBack();
  return [
    value.part,
    (part) =>
      part === null ? takeBack(() => set({ part: null }, { replace: true })) : set({ part }, OPENING),
  ];
}
