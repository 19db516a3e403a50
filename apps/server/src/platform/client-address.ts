import { BlockList, isIP } from 'node:net';

/** Where a request came from: the address of the connection and what its headers claim. */
export type ClientAddress = (remoteAddress: string | undefined, headers: Headers) => string;

/** Stands for a connection without an address (a Unix socket, a request made in process). */
export const UNKNOWN_ADDRESS = 'unknown';

/**
 * Makes the function that finds out a client's address. `X-Forwarded-For` counts only as far as trusted proxies wrote
 * it: it is read from the right, past every hop that is one of them; the first other hop is the client. Everything
 * further left is the client's own claim and is ignored.
 *
 * `trustedProxies` are addresses or CIDR ranges. Throws a RangeError that names an entry which is neither.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = new BlockList();
  for (const entry of trustedProxies) addProxy(trusted, entry);
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  return (remoteAddress, headers) => {
    let client = parseAddress(remoteAddress ?? '');
    if (client === undefined) return UNKNOWN_ADDRESS;
    const hops = (headers.get('x-forwarded-for') ?? '').split(',');
    while (isTrusted(client)) {
      const hop = parseAddress(hops.pop() ?? '');
      if (hop === undefined) break;
      client = hop;
    }
    return client;
  };
}

/**
 * The network that an address is counted under. One IPv6 customer holds at least a /64 and could otherwise take a new
 * address for every attempt.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  return `${expandIpv6(address).slice(0, 4).join(':')}::/64`;
}

/**
 * The beginning of an address, which many share: enough to say whether it was at home, and not who it was. Null where none is
 * known.
 */
export function coarseNetwork(address: string): string | null {
  switch (isIP(address)) {
    case 4:
      return `${address.split('.').slice(0, 3).join('.')}.x`;
    case 6:
      return `${expandIpv6(address).slice(0, 3).join(':')}::/48`;
    default:
      return null;
  }
}

function addProxy(list: BlockList, entry: string): void {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  const family = version === 6 ? 'ipv6' : 'ipv4';
  const bits = prefix === undefined ? undefined : Number(prefix);
  const tooLong = bits !== undefined && bits > (version === 6 ? 128 : 32);
  if (version === 0 || rest.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) || tooLong)
    throw new RangeError(`TRUSTED_PROXIES: "${entry}" is neither an address nor a CIDR range`);
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, bits, family);
}

/** An address in the one form that is compared and counted; IPv4 inside IPv6 (`::ffff:1.2.3.4`) is IPv4. */
function parseAddress(text: string): string | undefined {
  const address = text
    .trim()
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (mapped !== undefined && isIP(mapped) === 4) return mapped;
  return isIP(address) === 0 ? undefined : address;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function expandIpv6(address: string): string[] {
  // The URL parser compresses and lower-cases, and it turns an embedded IPv4 tail into two groups. A zone (`%eth0`)
  // says which link, not who.
  const canonical = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [left = '', right] = canonical.split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const zeros = right === undefined ? [] : Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail];
}
