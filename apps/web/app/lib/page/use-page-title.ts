import { useEffect } from 'react';
import { pageTitle } from './page-title.ts';

/** The document title where only the data tell what a page is about; `page` stands in for it until then. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = pageTitle(page);
  }, [page]);
}
