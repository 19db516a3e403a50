import { useEffect } from 'react';

/** Set at build time (see vite.config.ts), because prerendered pages carry the name. */
export const BRAND_NAME: string = import.meta.env.BRAND_NAME ?? 'Botdepot';

/** The document title of a page: what it is first, since tabs cut the end off. */
export function pageTitle(page: string): string {
  return `${page} – ${BRAND_NAME}`;
}

/** The document title where only the data tell what a page is about; `page` stands in for it until then. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = pageTitle(page);
  }, [page]);
}
