import type { CallerContext } from '#kit/server/feature.ts';
import { isPassword } from '#kit/server/passwords.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import { findUser } from './session-rows.ts';
import { countTry, forgetTry, passwordKeys } from './throttles.ts';

/**
 * Asks the person who is signed in for their password again. A wrong one counts as at sign-in, and
 * is refused with 400 and this sentence at this field.
 */
export async function confirmPassword(
  password: string,
  { database, request, user, now }: CallerContext,
  wrong: { readonly field: string; readonly sentence: string } = {
    field: 'password',
    sentence: 'The password is not right.',
  },
): Promise<void> {
  const keys = passwordKeys(request.address, user.id);
  const known = await database.asSystem(async (db) => {
    await countTry(db, keys, now);
    return findUser(db, user.id);
  });
  if (!(await isPassword(password, known?.user.passwordHash))) {
    throw new Refusal(400, wrong.sentence, { fields: { [wrong.field]: wrong.sentence } });
  }
  await database.asSystem((db) => forgetTry(db, keys));
}
