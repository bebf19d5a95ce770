import { and, eq, notInArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { users } from '#database/schema/households.ts';
import { addPerson } from '#features/accounts/server.ts';
import { limitMessage } from '#features/entitlement/limits.ts';
import { email } from '#features/sessions/contract.ts';
import { TAKEN_EMAIL_RULE } from '#features/sessions/throttle.ts';
import {
  archived,
  type Restoring,
  type TablePart,
  type Undo,
} from '#kit/server/archive/portable.ts';
import { text } from '#kit/server/archive/portable-fields.ts';
import { fullName } from '#kit/shared/full-name.ts';
import type { HouseholdLimits } from '#kit/shared/limits.ts';
import { ROLES } from '#kit/shared/roles.ts';
import { personRefusal } from '../refusals.ts';

/** No family is nearly as large; so many are counted. */
const MOST_PEOPLE = 200;

/** Maximum number of emails for which one import reveals that an account exists. */
const MAX_TAKEN_EMAILS = TAKEN_EMAIL_RULE.free;

const LONGEST = 200;

type Person = typeof users.$inferInsert;

const said = z.string();
const saidOrNot = said.nullable();

/** What an archive changes of a person who is here: the rest of them stays their own. */
const peopleOfBefore = z.array(
  z.object({
    id: said,
    firstName: said,
    lastName: said,
    phone: saidOrNot,
    address1: saidOrNot,
    address2: saidOrNot,
    city: saidOrNot,
    state: saidOrNot,
    postalCode: saidOrNot,
    country: saidOrNot,
    createdAt: z.coerce.date(),
  }),
);

/** Who was here stays, with what they sign in with, and is called again as before. */
const undo: Undo = {
  async before(db, accountId) {
    return peopleOfBefore.parse(
      await db.select().from(users).where(eq(users.accountId, accountId)),
    );
  },
  async putBack(db, accountId, before) {
    for (const { id, ...profile } of peopleOfBefore.parse(before)) {
      await db
        .update(users)
        .set(profile)
        .where(and(eq(users.accountId, accountId), eq(users.id, id)));
    }
  },
};

/** Everybody of the household, without what they sign in with: they choose a new password. */
export const peopleInArchive: TablePart = {
  name: 'people',
  version: 1,
  undo,
  tables: [
    archived(users, {
      name: 'people',
      kind: 'person',
      // Who came first; of two at once the order is the same wherever they have been brought in.
      order: [users.createdAt, sql`${users.email} collate "C"`, users.id],
      // What they sign in with may open other households too, and opens nothing anywhere else.
      without: ['loginId', 'enteredAt', 'signInSetBy'],
      longest: LONGEST,
      fields: {
        role: z.enum(ROLES),
        firstName: text(LONGEST).min(1),
        lastName: text(LONGEST).min(1),
        email,
      },
      removing: {
        stays: (before) =>
          notInArray(
            users.id,
            peopleOfBefore.parse(before).map(({ id }) => id),
          ),
      },
      restoring: {
        mostRows: ({ administrators, elders }) => Math.max(MOST_PEOPLE, administrators + elders),
        takes: ({ role }) => (role === 'user' ? { elders: 1 } : { administrators: 1 }),
        // A login is of no household.
        forTheSystem: true,
        store,
      },
    }),
  ],
};

/**
 * Who has the email of somebody here is that person: they keep role and password, and get the rest.
 * Nobody else becomes super_admin. An email of another household stays with whom it belongs to.
 * Nobody who comes in has proven an email: letters reach them when they have, and not before.
 */
async function store(
  db: Db,
  people: readonly Person[],
  { accountId, ids, note, limits, takenEmails }: Restoring,
): Promise<void> {
  const present = await db.select().from(users).where(eq(users.accountId, accountId));
  for (const person of people) {
    const same = present.find(({ email: known }) => known !== null && known === person.email);
    if (same !== undefined) {
      const { id, role: _, email: __, ...profile } = person;
      await db.update(users).set(profile).where(isRow(users, same));
      ids.replace('person', id, same.id);
      continue;
    }
    const { role: former, ...rest } = person;
    const role = former === 'user' ? 'user' : 'admin';
    const columns = { ...rest, accountId, role } as const;
    const mayTell = takenEmails.count < MAX_TAKEN_EMAILS;
    const mayKeepEmail = mayTell || person.email == null;
    if (mayKeepEmail && (await addPerson(db, columns)) !== undefined) continue;
    await addPerson(db, { ...columns, email: null });
    if (mayTell) takenEmails.count += 1;
    note(
      mayTell
        ? `${fullName(person)} has no email here: it belongs to an account on this server already.`
        : `${fullName(person)} has no email here: please add it in the panel.`,
    );
  }
  await refuseTooMany(db, accountId, limits);
}

/** With those who are here already. */
async function refuseTooMany(db: Db, accountId: string, limits: HouseholdLimits): Promise<void> {
  const people = await db
    .select({ role: users.role })
    .from(users)
    .where(eq(users.accountId, accountId));
  const elders = people.filter(({ role }) => role === 'user').length;
  const found = { elders, administrators: people.length - elders };
  for (const name of ['administrators', 'elders'] as const) {
    if (found[name] <= limits[name]) continue;
    const most = `the maximum of ${limitMessage(name, limits)}`;
    const sentence = `With this download this account would have more than ${most}.`;
    throw personRefusal('too-many-people-in-download', sentence);
  }
}
