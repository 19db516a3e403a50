import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router';

/** The page that an address asks for: the first where it says nothing that could be one. */
export const pageOf = (text: string | null): number =>
  text && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;

/** The same for the address, where the first page is not written. */
export const pageParam = (page: number): string | null => (page === 1 ? null : String(page));

type SetPage = (page: number, options?: { replace: boolean }) => void;

/** The page of a list, kept in the address. Page 1 is not written. */
export function usePageParameter(name: string): [page: number, setPage: SetPage] {
  const [parameters, setParameters] = useSearchParams();
  const page = pageOf(parameters.get(name));
  const setPage: SetPage = useCallback(
    (next, { replace } = { replace: false }) =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before);
          if (next <= 1) after.delete(name);
          else after.set(name, String(next));
          return after;
        },
        { preventScrollReset: true, replace },
      ),
    [name, setParameters],
  );
  return [page, setPage];
}

interface ListPage {
  items: readonly unknown[];
  total: number;
  page: number;
  pageSize: number;
}

/** Leads from a page that does not exist, or no longer does, to the last one. */
export function useLastPageInstead(list: ListPage | undefined, setPage: SetPage): void {
  const last = list && Math.max(1, Math.ceil(list.total / list.pageSize));
  const isBeyond = list !== undefined && last !== undefined && list.page > last;
  useEffect(() => {
    if (isBeyond) setPage(last, { replace: true });
  }, [isBeyond, last, setPage]);
}
