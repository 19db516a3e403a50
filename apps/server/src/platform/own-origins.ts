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
 * Whether a browser sends this request from somebody else's page. Browsers name the origin of every request that changes
 * something, and say where it comes from even when they name none; where neither header is there, it comes from no browser
 * and carries nobody's cookies unasked.
 */
export function isForeign(headers: Headers, origins: ReadonlySet<string>): boolean {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  return (
    (origin !== null && !origins.has(origin)) || (site !== null && site !== 'same-origin' && site !== 'none')
  );
}
