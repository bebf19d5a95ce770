import type { User } from '#features/sessions/contract.ts';
import { isElderPath, withoutLastSlash } from './elder-paths.ts';

/** Matches the paths of all screens except the elder's screens. */
const OTHER_PATH =
  /^\/(auth|pair|(admin\/)?analytics|households(\/new)?|admin(-signup|\/today|\/tablets)?|users|calendar|medications|photo-albums|home-buttons|settings|fitting|subscription(-expired)?|(forgot|reset)-password|alert(-received)?|confirm-email|cancel-email-change|for-the-doctor|server-health)$/;

/** Overview of the day for administrators. */
export const TODAY_PATH = '/admin/today';

export const HOUSEHOLDS_PATH = '/households';

export const NEW_HOUSEHOLD_PATH = '/households/new';

export const SERVER_HEALTH_PATH = '/server-health';

/** Returns the landing page after sign-in. On a phone, family members get the page Today. */
export function landingPath({ role }: Pick<User, 'role'>, isPhone: boolean): string {
  return isPhone && role !== 'user' ? TODAY_PATH : '/';
}

/**
 * True if the product has a screen at `path`, which has no query. One trailing slash is ignored.
 */
export function isApplicationPath(path: string): boolean {
  return isElderPath(path) || OTHER_PATH.test(withoutLastSlash(path));
}
