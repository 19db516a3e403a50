import { describe, expect, it } from 'vitest';
import { createClientAddress, networkOf, UNKNOWN_ADDRESS } from './client-address.ts';

const forwarded = (value: string) => new Headers({ 'x-forwarded-for': value });

describe('the address of a client', () => {
  it('is the one of the connection, whatever the headers claim, when no proxy is trusted', () => {
    const addressOf = createClientAddress([]);
    expect(addressOf('203.0.113.9', forwarded('1.2.3.4'))).toBe('203.0.113.9');
    expect(addressOf('::ffff:203.0.113.9', forwarded('1.2.3.4'))).toBe('203.0.113.9');
    expect(addressOf(undefined, forwarded('1.2.3.4'))).toBe(UNKNOWN_ADDRESS);
  });

  it('is the nearest hop that is not a trusted proxy', () => {
    const addressOf = createClientAddress(['10.0.0.0/8', '2001:db8::1']);
    expect(addressOf('10.0.0.1', forwarded('198.51.100.7'))).toBe('198.51.100.7');
    expect(addressOf('10.0.0.1', forwarded('6.6.6.6, 198.51.100.7, 10.9.9.9'))).toBe('198.51.100.7');
    expect(addressOf('2001:db8::1', forwarded('2001:DB8:5::9'))).toBe('2001:db8:5::9');
    expect(addressOf('198.51.100.7', forwarded('6.6.6.6'))).toBe('198.51.100.7');
  });

  it('stops at a hop that is no address and at a chain of nothing but proxies', () => {
    const addressOf = createClientAddress(['10.0.0.0/8']);
    expect(addressOf('10.0.0.1', forwarded('198.51.100.7, evil'))).toBe('10.0.0.1');
    expect(addressOf('10.0.0.1', forwarded('10.0.0.2'))).toBe('10.0.0.2');
    expect(addressOf('10.0.0.1', new Headers())).toBe('10.0.0.1');
  });

  it('refuses a proxy that is neither address nor range', () => {
    for (const entry of ['proxy.example', '10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/8/8', '::1/129'])
      expect(() => createClientAddress([entry]), entry).toThrow(entry);
  });
});

describe('the network of an address', () => {
  it('is the address itself for IPv4 and the /64 for IPv6', () => {
    expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(networkOf('2001:0db8:0001:0002::9')).toBe('2001:db8:1:2::/64');
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(networkOf(UNKNOWN_ADDRESS)).toBe(UNKNOWN_ADDRESS);
  });
});
