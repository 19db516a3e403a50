const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The origins that browsers may send requests from: the one of `baseUrl`. On one's own machine the same server is
 * reached under several names.
 */
export function ownOrigins(baseUrl: string): string[] {
  const { origin, hostname, protocol, port } = new URL(baseUrl);
  if (!LOOPBACK_HOSTS.includes(hostname)) return [origin];
  return LOOPBACK_HOSTS.map((host) => `${protocol}//${host}${port === '' ? '' : `:${port}`}`);
}

/**
 * Whether a browser sends this request from somebody else's page. Browsers name the origin of every request that
 * changes something; where neither header is there, it comes from no browser and carries nobody's cookies unasked.
 */
export function isForeignOrigin(headers: Headers, origins: readonly string[]): boolean {
  const origin = headers.get('origin');
  if (origin !== null) return !origins.includes(origin);
  const site = headers.get('sec-fetch-site');
  return site !== null && site !== 'same-origin' && site !== 'none';
}
