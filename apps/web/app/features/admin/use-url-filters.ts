import { useCallback } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router';

export type SetFilters = (change: Readonly<Record<string, string | null>>, options?: NavigateOptions) => void;

/** Another page of a list is a step of the history, another filter is none. */
export const NEW_STEP = { replace: false };

/** Filters and pages of a list, kept in the address. What changes a filter begins at the first page again. */
export function useUrlFilters(): [read: (name: string) => string | null, set: SetFilters] {
  const [parameters, setParameters] = useSearchParams();
  const set: SetFilters = useCallback(
    (change, options) =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            if (value === null || value === '') after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { preventScrollReset: true, replace: true, ...options },
      ),
    [setParameters],
  );
  return [(name) => parameters.get(name), set];
}
