import type { Role } from '#kit/shared/roles.ts';

interface Person {
  readonly id: string;
  readonly role: Role;
}

/**
 * Administrators change elders and themselves, the super_admin also other administrators. Nobody but
 * themselves changes a super_admin.
 */
export function mayChange(caller: Person, person: Person): boolean {
  if (caller.role === 'user') return false;
  if (person.role === 'user' || person.id === caller.id) return true;
  return caller.role === 'super_admin' && person.role === 'admin';
}

/** Whoever one may change; none but the super_admin is told why they themselves stay. */
export function mayRemove(caller: Person, person: Person): boolean {
  const isSelf = person.id === caller.id;
  return mayChange(caller, person) && !(isSelf && caller.role === 'admin');
}

/** The devices of those whom one may change, and one's own. */
export function maySeeDevices(caller: Person, person: Person): boolean {
  return person.id === caller.id || mayChange(caller, person);
}
