import type { Role } from '#kit/shared/roles.ts';

interface Person {
  readonly id: string;
  readonly role: Role;
}

/**
 * Administrators change and remove elders, the super_admin also administrators. Nobody but
 * themselves changes a super_admin.
 */
export function mayChange(caller: Person, person: Person): boolean {
  if (person.role === 'user') return caller.role !== 'user';
  if (caller.role !== 'super_admin') return false;
  return person.role === 'admin' || person.id === caller.id;
}

/** The devices of those whom one may change, and one's own. */
export function maySeeDevices(caller: Person, person: Person): boolean {
  return person.id === caller.id || mayChange(caller, person);
}
