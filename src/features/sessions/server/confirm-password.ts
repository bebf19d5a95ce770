import type { CallerContext } from '#kit/server/feature.ts';
import { isPassword } from '#kit/server/passwords.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import { deviceOfSession } from './known-devices.ts';
import { findUser } from './session-rows.ts';
import { countTry, forgetTry, knownDeviceKeys } from './throttles.ts';

/** What is said when the password is needed and was not given. */
export const PASSWORD_MISSING = 'Please enter your password.';

/**
 * Asks the person who is signed in for their password again. A wrong one counts as at sign-in from
 * a known device, which a browser with a session is; without one, or with a wrong one, it is refused
 * with 400 and a sentence at this field.
 */
export async function confirmPassword(
  password: string | undefined,
  { database, user, tokenHash, now }: CallerContext,
  wrong: { readonly field: string; readonly sentence: string } = {
    field: 'password',
    sentence: 'The password is not right.',
  },
): Promise<void> {
  if (password === undefined) throw refusalAt(wrong.field, PASSWORD_MISSING);
  const { known, device } = await database.asSystem(async (db) => ({
    known: await findUser(db, user.id),
    device: await deviceOfSession(db, user.id, tokenHash),
  }));
  const keys = knownDeviceKeys(user.id, device ?? tokenHash);
  await countTry(database, keys, now);
  if (!(await isPassword(password, known?.user.passwordHash))) {
    throw refusalAt(wrong.field, wrong.sentence);
  }
  await database.asSystem((db) => forgetTry(db, keys));
}

function refusalAt(field: string, sentence: string): Refusal {
  return new Refusal(400, sentence, { fields: { [field]: sentence } });
}
