import { and, eq, notInArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { users } from '#database/schema/households.ts';
import { addPerson } from '#features/accounts/server.ts';
import { limitMessage } from '#features/entitlement/limits.ts';
import { email } from '#features/sessions/contract.ts';
import { TAKEN_EMAIL_RULE } from '#features/sessions/domain/throttle.ts';
import {
  archived,
  type Restoring,
  type TablePart,
  type Undo,
} from '#platform/server/archive/portable.ts';
import { text } from '#platform/server/archive/portable-fields.ts';
import { fullName } from '#platform/shared/full-name.ts';
import type { HouseholdLimits } from '#platform/shared/limits.ts';
import { ROLES } from '#platform/shared/roles.ts';
import { personRefusal } from '../refusals.ts';

/** Maximum number of people in an archive; far above any family. */
const MAX_PEOPLE = 200;

/** Maximum number of emails for which one import reveals that an account exists. */
const MAX_TAKEN_EMAILS = TAKEN_EMAIL_RULE.free;

const LONGEST = 200;

type Person = typeof users.$inferInsert;

const said = z.string();
const saidOrNot = said.nullable();

/** The previous data of existing people, which an import overwrites and an undo restores. */
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

/**
 * Undoing an import keeps the existing people with their sign-ins and restores their previous data.
 */
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

/** Exports all people without their sign-in data; they must set a new password. */
export const peopleInArchive: TablePart = {
  name: 'people',
  version: 1,
  undo,
  tables: [
    archived(users, {
      name: 'people',
      kind: 'person',
      // By creation time; people with equal times are sorted by email, so that the order is equal
      // on every server.
      order: [users.createdAt, sql`${users.email} collate "C"`, users.id],
      // The login is not exported, because it may open other households too.
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
        mostRows: ({ administrators, elders }) => Math.max(MAX_PEOPLE, administrators + elders),
        takes: ({ role }) => (role === 'user' ? { elders: 1 } : { administrators: 1 }),
        // The import needs a system transaction, because a login belongs to no household.
        forTheSystem: true,
        store,
      },
    }),
  ],
};

/**
 * Imports people. If a person's email belongs to a person of this household, that person gets the
 * imported profile and keeps role and password. All others are added as administrators or elders,
 * never as super_admin. An email that belongs to another account is omitted. Imported emails are
 * unconfirmed, and no email is sent to them until they are confirmed.
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

/** Counts imported and existing people together. */
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
