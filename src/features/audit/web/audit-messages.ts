import type { AuditEntry } from '../contract.ts';

/** Example: 'By Maria Carter, on Chrome on Android, from 192.0.2.7'. */
export function sourceMessage({
  personName,
  deviceName,
  address,
}: Pick<AuditEntry, 'personName' | 'deviceName' | 'address'>): string {
  const parts = [
    personName && `by ${personName}`,
    deviceName && `on ${deviceName}`,
    address && `from ${address}`,
  ].filter((part) => part !== '');
  const words = parts.join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
