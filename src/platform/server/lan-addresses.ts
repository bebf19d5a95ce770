import { existsSync } from 'node:fs';
import type { networkInterfaces } from 'node:os';

/**
 * Virtual network interfaces of containers and virtual machines; other devices cannot reach them.
 */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|podman|cni|tun|tap|wg)/;

/** Private IPv4 addresses (RFC 1918). */
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/;

const EVERYWHERE = new Set(['0.0.0.0', '::']);

/**
 * Returns the addresses in the local network at which other devices can reach a server that listens
 * on `host`. The list is empty if the server listens only on this computer.
 */
export function lanAddresses(
  interfaces: ReturnType<typeof networkInterfaces>,
  host: string,
): string[] {
  return Object.entries(interfaces)
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, addresses = []]) => addresses)
    .filter(
      ({ family, internal, address }) => family === 'IPv4' && !internal && PRIVATE.test(address),
    )
    .map(({ address }) => address)
    .filter((address) => EVERYWHERE.has(host) || host === address);
}

/** Files that podman and docker create in each container. */
const MARKS = ['/run/.containerenv', '/.dockerenv'];

/** True inside a container, whose own addresses other devices cannot reach. */
export function isInContainer(exists: (path: string) => boolean = existsSync): boolean {
  return MARKS.some(exists);
}
