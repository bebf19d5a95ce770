import { expect, it } from 'vitest';
import { isInContainer, lanAddresses } from './lan-addresses.ts';

const at = (address: string, internal = false) => ({
  address,
  internal,
  family: 'IPv4' as const,
  netmask: '255.255.255.0',
  mac: '00:00:00:00:00:00',
  cidr: null,
});

const HOUSE = {
  lo: [at('127.0.0.1', true)],
  wlan0: [at('192.168.1.20')],
  eth0: [at('10.0.0.5'), at('203.0.113.4')],
  docker0: [at('172.17.0.1')],
};

it.each([
  ['on all IPv4 addresses', '0.0.0.0', ['192.168.1.20', '10.0.0.5']],
  ['on all IPv4 and IPv6 addresses', '::', ['192.168.1.20', '10.0.0.5']],
  ['on one of them', '10.0.0.5', ['10.0.0.5']],
  ['on the loopback address', '127.0.0.1', []],
  ['on a public address', '203.0.113.4', []],
])('lanAddresses of a server that listens %s', (_, host, addresses) => {
  expect(lanAddresses(HOUSE, host)).toEqual(addresses);
});

it.each([
  ['podman', ['/run/.containerenv'], true],
  ['docker', ['/.dockerenv'], true],
  ['neither', ['/etc/hostname'], false],
])('the mark file of %s identifies a container', (_, there, is) => {
  expect(isInContainer((path) => there.includes(path))).toBe(is);
});
