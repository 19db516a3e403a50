import { BRAND_NAME } from './brand.ts';
import { pageTitle } from './page-title.ts';

/** Where this installation is reached, without a slash at the end; null when the build does not know. */
const PUBLIC_ORIGIN: string | null = import.meta.env.PUBLIC_ORIGIN;

interface PublicPage {
  title: string;
  description: string;
  path: string;
}

/** What search engines and link previews read about a public page. Addresses must be absolute, so they need PUBLIC_URL. */
export function pageMeta({ title, description, path }: PublicPage) {
  const full = pageTitle(title);
  const url = PUBLIC_ORIGIN === null ? null : `${PUBLIC_ORIGIN}${path}`;
  return [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: 'de_DE' },
    { property: 'og:site_name', content: BRAND_NAME },
    ...(url === null
      ? []
      : [
          { tagName: 'link', rel: 'canonical', href: url },
          { property: 'og:url', content: url },
        ]),
  ];
}
