import type { CallerContext } from '#kit/server/feature.ts';
import { isPassword } from '#kit/server/passwords.ts';
import type { Refusal } from '#kit/shared/refusal.ts';
import { sessionRefusal } from '../refusals.ts';
import { deviceOfSession } from './known-devices.ts';
import { findUser } from './session-rows.ts';
import { countTry, forgetTry, knownDeviceKeys } from './throttles.ts';

/**
 * Asks the person who is signed in for their password again. A wrong one counts as at sign-in from
 * a known device, which a browser with a session is, and is refused with 400 and this sentence at
 * this field.
 */
export async function confirmPassword(
  password: string,
  { database, user, tokenHash, now }: CallerContext,
  wrong: { readonly field: string; readonly sentence: string } = {
    field: 'password',
    sentence: 'The password is not right.',
  },
): Promise<void> {
  const { known, device } = await database.asSystem(async (db) => ({
    known: await findUser(db, user.id),
    device: await deviceOfSession(db, user.id, tokenHash),
  }));
  const keys = knownDeviceKeys(known?.user.loginId ?? user.id, device ?? tokenHash);
  await countTry(database, keys, now);
  if (!(await isPassword(password, known?.user.passwordHash))) {
    const { field, sentence } = wrong;
    throw sessionRefusal('wrong-password', sentence, { fields: { [field]: sentence } });
  }
  await database.asSystem((db) => forgetTry(db, keys));
}

/** What is said at a field when the password is needed and was not given. */
export function passwordMissing(field: string): Refusal {
  const sentence = 'Please enter your password.';
  return sessionRefusal('password-missing', sentence, { fields: { [field]: sentence } });
}
