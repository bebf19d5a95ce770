/** The roles of a person, least first: each may do what those before it may. */
export const ROLES = ['user', 'admin', 'super_admin'] as const;

export type Role = (typeof ROLES)[number];

/** A role as it is stored; one that nobody knows may do the least. */
export const roleOf = (stored: string): Role => ROLES.find((role) => role === stored) ?? 'user';

/** Who may make a call: `anyone` also signed out, otherwise the least role that is needed. */
export type Who = 'anyone' | Role;

export function mayCall(who: Who, role: Role | undefined): boolean {
  if (who === 'anyone') return true;
  return role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(who);
}
