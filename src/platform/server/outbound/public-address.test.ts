import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

describe('isPublicAddress', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '142.250.80.46',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:82b::200e',
    '2001:4860:4860::8888',
  ])('a public address is accepted: %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['this machine', '127.0.0.1'],
    ['this machine', '127.255.255.254'],
    ['this machine', '0.0.0.0'],
    ['this machine', '::1'],
    ['this machine', '::'],
    ['a private network', '10.0.0.1'],
    ['a private network', '172.16.0.1'],
    ['a private network', '172.31.255.255'],
    ['a private network', '192.168.1.1'],
    ['a private network', 'fc00::1'],
    ['a private network', 'fd12:3456::1'],
    ['a private network', 'fec0::1'],
    ["a provider's network", '100.64.0.1'],
    ["a provider's network", '100.127.255.255'],
    ['a link-local network', '169.254.1.1'],
    ['a link-local network', 'fe80::1'],
    ['cloud metadata', '169.254.169.254'],
    ['cloud metadata', '168.63.129.16'],
    ['cloud metadata', 'fd00:ec2::254'],
    ['multicast or broadcast', '224.0.0.1'],
    ['multicast or broadcast', '255.255.255.255'],
    ['multicast or broadcast', 'ff02::1'],
    ['IPv4 inside IPv6', '::ffff:127.0.0.1'],
    ['IPv4 inside IPv6', '::ffff:7f00:1'],
    ['IPv4 inside IPv6', '::ffff:8.8.8.8'],
    ['IPv4 inside IPv6', '::127.0.0.1'],
    ['IPv4 inside IPv6', '64:ff9b::7f00:1'],
    ['IPv4 inside IPv6', '64:ff9b:1::a00:1'],
    ['IPv4 inside IPv6', '2002:7f00:1::'],
    ['IPv4 inside IPv6', '2001:0:4136:e378::1'],
    ['a reserved network', '192.0.2.1'],
    ['a reserved network', '198.18.0.1'],
    ['a reserved network', '203.0.113.1'],
    ['a reserved network', '240.0.0.1'],
    ['a reserved network', '2001:db8::1'],
    ['a reserved network', '100::1'],
    ['a name', 'localhost'],
    ['a name', ''],
  ])('an address of %s is refused: %s', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
