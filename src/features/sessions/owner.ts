import type { User } from './contract.ts';

/** Names whose answers a device keeps: this person of this household. */
export function ownerOf({ accountNumber, id }: Pick<User, 'accountNumber' | 'id'>): string {
  return `${accountNumber} ${id}`;
}
