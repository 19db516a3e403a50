// The first that fits: Edge and Opera call themselves Chrome, Chrome calls itself Safari.
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'auf dem iPhone'],
  [/iPad/, 'auf dem iPad'],
  [/Android/, 'unter Android'],
  [/Windows/, 'unter Windows'],
  [/Mac OS X|Macintosh/, 'unter macOS'],
  [/CrOS/, 'unter ChromeOS'],
  [/Linux/, 'unter Linux'],
];

/** „Firefox unter Windows“: what a browser says about itself, without its version. Unknown ones are called so. */
export function deviceName(userAgent: string | null): string {
  const find = (names: readonly [RegExp, string][]) =>
    userAgent === null ? undefined : names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  if (!browser && !system) return 'Unbekanntes Gerät';
  return [browser ?? 'Unbekannter Browser', system].filter(Boolean).join(' ');
}
