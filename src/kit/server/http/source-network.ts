import { isIPv6 } from 'node:net';

/**
 * The network that stands for whoever calls from an address: of IPv6 the /64, since a home and a
 * single rented machine each have all addresses of one; of IPv4 the address, also where it is shown
 * inside an IPv6 one.
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

/** The eight numbers of an IPv6 address; its dotted end, if it has one, is two of them. */
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
