import { isIPv6 } from 'node:net';

/**
 * Returns the network that identifies a client for rate limits: the /64 of an IPv6 address, because
 * one home or rented server owns a whole /64; an IPv4 address itself, also if it is mapped into
 * IPv6.
 */
export function sourceNetworkOf(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%');
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** Returns the eight groups of an IPv6 address; a dotted IPv4 ending counts as two groups. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const before = numbersOf(head);
  if (tail === undefined) return before;
  const after = numbersOf(tail);
  const missing = Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0);
  return [...before, ...missing, ...after];
}

function numbersOf(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
