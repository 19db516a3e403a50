import { BRAND_NAME } from './brand.ts';

/** The document title of a page: what it is first, since tabs cut the end off. */
export function pageTitle(page: string): string {
  return `${page} – ${BRAND_NAME}`;
}
