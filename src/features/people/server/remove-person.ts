import { and, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { users } from '#database/schema/households.ts';
import { noteAct } from '#features/audit/server.ts';
import type { CallerContext } from '#kit/server/feature.ts';
import { fullName } from '#kit/shared/full-name.ts';
import { notAllowed } from '#kit/shared/refusals.ts';
import { mayRemove } from '../permissions.ts';
import { personRefusal } from '../refusals.ts';
import { callerAndPerson, type PersonRow } from './person-rows.ts';

type Whose = Pick<PersonRow, 'id' | 'accountId'>;

/** What of other features ends with a person. */
export interface EndsWithPerson {
  /** False where there was no feed of theirs. */
  endFeedOf(db: Db, person: Whose): Promise<boolean>;
  endMedicationsOf(db: Db, person: Whose, now: Date): Promise<void>;
}

/**
 * Removes a person; the rows of their sessions go with them, their logs stay. Their own
 * medications end, since as the household's they would remind another elder.
 */
export async function removePerson(
  db: Db,
  id: string,
  { endFeedOf, endMedicationsOf }: EndsWithPerson,
  context: CallerContext,
): Promise<undefined> {
  const { account, now } = context;
  const { caller, person } = await callerAndPerson(db, context, id);
  if (!mayRemove(caller, person)) throw notAllowed();
  if (person.role === 'super_admin') {
    throw personRefusal('super-admin-stays');
  }
  await noteAct(db, context, 'person-removed', fullName(person));
  // Who leaves does not go on reading.
  if (await endFeedOf(db, person)) await noteAct(db, context, 'feed-ended', fullName(person));
  await endMedicationsOf(db, person, now);
  await db.delete(users).where(and(eq(users.accountId, account.id), eq(users.id, person.id)));
}
