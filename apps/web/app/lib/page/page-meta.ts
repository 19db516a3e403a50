import { PLAY_MONEY_NOTICE } from '@botdepot/contract/catalogue';
import { BRAND_NAME, pageTitle } from './page-title.ts';
import { SHARE_PICTURE, sharePicturePath } from './share-picture.ts';

interface PublicPage {
  /** Without the brand, which is added. */
  title: string;
  description: string;
  path: string;
}

/** What search engines and link previews read about a public page. */
export function pageMeta(page: PublicPage) {
  const origin = import.meta.env.PUBLIC_ORIGIN;
  return [
    ...searchTags(page, origin),
    // Previews are made of the written page; a browser need not carry the words for them.
    ...(import.meta.env.SSR ? previewTags(page, origin) : []),
  ];
}

/** Of an address that leads nowhere, whichever route finds that out. */
export function notFoundMeta() {
  return [{ title: pageTitle('Seite nicht gefunden') }, { name: 'robots', content: 'noindex' }];
}

/** @param origin Where this installation is reached, since a canonical address is absolute; null when nobody has said. */
export function searchTags({ title, description, path }: PublicPage, origin: string | null) {
  return [
    { title: pageTitle(title) },
    { name: 'description', content: description },
    ...(origin === null ? [] : [{ tagName: 'link', rel: 'canonical', href: `${origin}${path}` }]),
  ];
}

/** Open Graph and what differs from it on X. Addresses must be absolute, so without `origin` there is no picture. */
export function previewTags({ title, description, path }: PublicPage, origin: string | null) {
  const texts = [
    { property: 'og:title', content: pageTitle(title) },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: 'de_DE' },
    { property: 'og:site_name', content: BRAND_NAME },
  ];
  if (origin === null) return texts;
  const alt = `${title}. ${BRAND_NAME}, ${PLAY_MONEY_NOTICE}`;
  return [
    ...texts,
    { property: 'og:url', content: `${origin}${path}` },
    { property: 'og:image', content: `${origin}${sharePicturePath(path)}` },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: String(SHARE_PICTURE.width) },
    { property: 'og:image:height', content: String(SHARE_PICTURE.height) },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image:alt', content: alt },
  ];
}
