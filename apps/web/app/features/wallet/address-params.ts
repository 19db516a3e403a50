import { useCallback } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router';
import { pageOf } from '../../lib/page-parameter.ts';
import { urls } from '../../lib/urls.ts';

/** What the wallet's pages keep in their address: the view, its filter and page, the step of a request, an open drawer. */
export const PARAM = {
  view: 'ansicht',
  kind: 'art',
  status: 'status',
  search: 'suche',
  period: 'zeit',
  after: 'von',
  until: 'bis',
  month: 'monat',
  page: 'seite',
  step: 'schritt',
  transfer: 'buchung',
  deposit: 'einzahlung',
  withdrawal: 'auszahlung',
} as const;

/** The views of the wallet page; the first one is the page without a parameter. */
export const WALLET_VIEWS = ['uebersicht', 'transaktionen', 'einzahlungen', 'auszahlungen'] as const;
export type WalletView = (typeof WALLET_VIEWS)[number];

/** The one step of a request that has an address; the others are the page without it. */
export const REVIEW_STEP = 'pruefen';

export type Param = (typeof PARAM)[keyof typeof PARAM];
type Changes = Partial<Record<Param, string | null>>;

/** The wallet page at one of its views. */
export function walletUrl(view: WalletView, rest: Changes = {}): string {
  const shown = view === WALLET_VIEWS[0] ? null : view;
  const query = applied(new URLSearchParams(), { [PARAM.view]: shown, ...rest }).toString();
  return query === '' ? urls.wallet : `${urls.wallet}?${query}`;
}

function applied(params: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

export function useParam(name: Param): string | null {
  const [params] = useSearchParams();
  return params.get(name);
}

/** The page of a list, from 1. */
export const usePageParam = (): number => pageOf(useParam(PARAM.page));

/** Changes the address without scrolling. `replace` leaves no step for the back button. */
export function useSetParams(): (changes: Changes, options?: NavigateOptions) => void {
  const [, setParams] = useSearchParams();
  return useCallback(
    (changes, options) =>
      setParams((params) => applied(params, changes), { preventScrollReset: true, ...options }),
    [setParams],
  );
}
