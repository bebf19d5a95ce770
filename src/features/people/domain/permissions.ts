import type { Role } from '#platform/shared/roles.ts';

interface Person {
  readonly id: string;
  readonly role: Role;
}

/**
 * Administrators may change elders and themselves; a super_admin also other administrators. A
 * super_admin can be changed only by themselves.
 */
export function mayChange(caller: Person, person: Person): boolean {
  if (caller.role === 'user') return false;
  if (person.role === 'user' || person.id === caller.id) return true;
  return caller.role === 'super_admin' && person.role === 'admin';
}

/**
 * Same as `mayChange`, except that an administrator cannot remove themselves. For a super_admin it
 * is true as well; the server then refuses with the reason.
 */
export function mayRemove(caller: Person, person: Person): boolean {
  const isSelf = person.id === caller.id;
  return mayChange(caller, person) && !(isSelf && caller.role === 'admin');
}

/** Same as `mayChange`; in addition, all people may see their own devices. */
export function maySeeDevices(caller: Person, person: Person): boolean {
  return person.id === caller.id || mayChange(caller, person);
}
