/** Roles in ascending order; each has the permissions of those before it. */
export const ROLES = ['user', 'admin', 'super_admin'] as const;

export type Role = (typeof ROLES)[number];

/** Parses a stored role; an unknown value gets the lowest role. */
export const roleOf = (stored: string): Role => ROLES.find((role) => role === stored) ?? 'user';

/**
 * Access rule of a call: the lowest role that may make it, or `anyone` including clients that are
 * not signed in.
 */
export type Who = 'anyone' | Role;

export function mayCall(who: Who, role: Role | undefined): boolean {
  if (who === 'anyone') return true;
  return role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(who);
}
