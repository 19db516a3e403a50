/** In pixels: the size that every service shows whole. */
export const SHARE_PICTURE = { width: 1200, height: 630 } as const;

/** The picture of a page before the build puts the hash of its content into the name. */
export function sharePicturePath(path: string): string {
  const name = path === '/' ? 'start' : path.slice(1).replaceAll('/', '-');
  return `/assets/share-${name}.png`;
}
