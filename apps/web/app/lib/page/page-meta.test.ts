import { describe, expect, it } from 'vitest';
import { INDEXED_PATHS } from '../url/urls.ts';
import { previewTags, searchTags } from './page-meta.ts';
import { sharePicturePath } from './share-picture.ts';

const ORIGIN = 'https://bots.example.org';
const PAGE = { title: 'Über uns', description: 'Warum es das gibt.', path: '/about' };

const contentOf = (tags: readonly object[], name: string) =>
  tags
    .filter((tag) => ('property' in tag && tag.property === name) || ('name' in tag && tag.name === name))
    .map((tag) => 'content' in tag && tag.content);

describe('what search engines read', () => {
  it('is a title with the brand, the description, and the one address of the page', () => {
    expect(searchTags(PAGE, ORIGIN)).toEqual([
      { title: 'Über uns – Botdepot' },
      { name: 'description', content: 'Warum es das gibt.' },
      { tagName: 'link', rel: 'canonical', href: 'https://bots.example.org/about' },
    ]);
  });

  it('names no address where nobody has said one', () => {
    expect(JSON.stringify(searchTags(PAGE, null))).not.toContain('canonical');
  });
});

describe('what previews of a link show', () => {
  const tags = previewTags(PAGE, ORIGIN);

  it('is the page with its picture, whose size and words are known before it is loaded', () => {
    expect(contentOf(tags, 'og:url')).toEqual(['https://bots.example.org/about']);
    expect(contentOf(tags, 'og:image')).toEqual(['https://bots.example.org/assets/share-about.png']);
    expect(contentOf(tags, 'og:image:width')).toEqual(['1200']);
    expect(contentOf(tags, 'og:image:height')).toEqual(['630']);
    expect(contentOf(tags, 'og:image:alt')).toEqual(['Über uns. Botdepot, Spielgeld – kein echtes Geld']);
    expect(contentOf(tags, 'twitter:card')).toEqual(['summary_large_image']);
  });

  it('is words alone without a public address, since a picture needs an absolute one', () => {
    const words = previewTags(PAGE, null);
    expect(contentOf(words, 'og:title')).toEqual(['Über uns – Botdepot']);
    expect(JSON.stringify(words)).not.toMatch(/image|og:url/);
  });

  it('has a picture of its own for every page', () => {
    const pictures = INDEXED_PATHS.map(sharePicturePath);
    expect(new Set(pictures).size).toBe(INDEXED_PATHS.length);
    for (const picture of pictures) expect(picture).toMatch(/^\/assets\/share-[a-z-]+\.png$/);
  });
});
