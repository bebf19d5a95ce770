import { existsSync } from 'node:fs';
import type { networkInterfaces } from 'node:os';

/** Networks of containers and virtual machines on this computer: nobody in the house is in them. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|podman|cni|tun|tap|wg)/;

/** RFC 1918. */
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/;

const EVERYWHERE = new Set(['0.0.0.0', '::']);

/**
 * The addresses in the local network (LAN) at which a server that listens at `host` is reached from
 * other devices in the same house. None when it listens to this computer alone.
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

/** What podman and docker put into each container. */
const MARKS = ['/run/.containerenv', '/.dockerenv'];

/** Whether this process is in a container: then its addresses are none that the house knows. */
export function isInContainer(exists: (path: string) => boolean = existsSync): boolean {
  return MARKS.some(exists);
}
