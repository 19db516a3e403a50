import { type RefObject, useLayoutEffect } from 'react';

/**
 * What was typed or filled in before the page's code was there belongs to the form as well. Told once, by the names of
 * the fields, before React draws the empty state over it.
 */
export function useEarlyInput(
  form: RefObject<HTMLFormElement | null>,
  take: (field: (name: string) => string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first moment counts.
  useLayoutEffect(() => {
    if (!form.current) return;
    const early = new FormData(form.current);
    take((name) => {
      const value = early.get(name);
      return typeof value === 'string' ? value : '';
    });
  }, []);
}
