import type { User } from '#features/sessions/contract.ts';
import { isElderPath, withoutLastSlash } from './elder-paths.ts';

/** Every address beside the elder's at which the product has a screen. */
const OTHER_PATH =
  /^\/(auth|pair|(admin\/)?analytics|households(\/new)?|admin(-signup|\/today|\/tablets)?|users|calendar|medications|photo-albums|home-buttons|settings|fitting|subscription(-expired)?|(forgot|reset)-password|alert(-received)?|confirm-email|cancel-email-change|for-the-doctor|server-health)$/;

/** Where an administrator sees how everybody is today. */
export const TODAY_PATH = '/admin/today';

/** Where somebody sees all the households that they belong to. */
export const HOUSEHOLDS_PATH = '/households';

/** Where somebody who is signed in makes one more household. */
export const NEW_HOUSEHOLD_PATH = '/households/new';

/** Where whoever runs the server sees how it is. */
export const SERVER_HEALTH_PATH = '/server-health';

/** Where somebody lands who has signed in and wanted nothing else: on a phone the family sees today. */
export function landingPath({ role }: Pick<User, 'role'>, isPhone: boolean): string {
  return isPhone && role !== 'user' ? TODAY_PATH : '/';
}

/** Whether the product has a screen at this path (without query); one slash at the end is forgiven. */
export function isApplicationPath(path: string): boolean {
  return isElderPath(path) || OTHER_PATH.test(withoutLastSlash(path));
}
