import { and, eq, notInArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { users } from '#database/schema/households.ts';
import { email } from '#features/sessions/contract.ts';
import {
  LineRefused,
  type Numbers,
  type Portable,
  type Restoring,
  section,
  type Undo,
} from '#kit/server/archive/portable.ts';
import { instant, number, text, written } from '#kit/server/archive/portable-fields.ts';
import { removalOf } from '#kit/server/archive/portable-undo.ts';
import { type HouseholdLimits, reserveSpace } from '#kit/shared/household-limits.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import { ROLES } from '#kit/shared/roles.ts';
import { nameOf } from './person-rows.ts';

/** No family is nearly as large; so many are counted. */
const MOST_PEOPLE = 200;

const line = text(200).nullable();

/** Neither a password nor a session: who comes with an archive chooses a new password. */
const row = z.strictObject({
  number,
  role: z.enum(ROLES),
  firstName: text(200).min(1),
  lastName: text(200).min(1),
  email: email.nullable(),
  phone: line,
  address1: line,
  address2: line,
  city: line,
  state: line,
  postalCode: line,
  country: line,
  createdAt: instant,
});

type Row = z.output<typeof row>;
type WrittenRow = Omit<Row, 'createdAt'> & { readonly createdAt: string };
type Person = typeof users.$inferSelect;

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

const newPeople = removalOf(users, {
  stays: (before) =>
    notInArray(
      users.id,
      peopleOfBefore.parse(before).map(({ id }) => id),
    ),
});

/** Everybody of the household, without what they sign in with. */
export const peopleInArchive: Portable = {
  name: 'people',
  version: 1,
  undo,
  removals: [newPeople],
  sections: [
    section({
      name: 'people',
      async *rows({ read, accountId, numbers }) {
        const people = await read((db) =>
          db.select().from(users).where(eq(users.accountId, accountId)),
        );
        for (const person of people.sort(byAge)) yield { row: asRow(person, numbers) };
      },
      restoring: {
        row,
        mostRows: ({ administrators, elders }) => Math.max(MOST_PEOPLE, administrators + elders),
        takes: ({ role }) => (role === 'user' ? { elders: 1 } : { administrators: 1 }),
        columns(person: Row, { ids }) {
          const { number: known } = person;
          if (ids.place(`person ${known}`) > 0) {
            throw new LineRefused(`there are two of person ${known}`);
          }
          return person;
        },
        store,
      },
    }),
  ],
};

/** Who came first; of two at once the order is the same wherever they have been brought in. */
function byAge(one: Person, other: Person): number {
  const age = one.createdAt.getTime() - other.createdAt.getTime();
  if (age !== 0) return age;
  const key = ({ email: address, id }: Person) => `${address === null ? 1 : 0} ${address} ${id}`;
  return key(one) < key(other) ? -1 : 1;
}

function asRow(person: Person, numbers: Numbers): WrittenRow {
  const { id, accountId: _, passwordHash: __, version: ___, role, createdAt, ...rest } = person;
  // What was proven and signed in here says nothing anywhere else.
  const { emailProvenAt: ____, signedInAt: _____, ...profile } = rest;
  return {
    ...profile,
    number: numbers.give('person', id),
    role: ROLES.find((known) => known === role) ?? 'user',
    createdAt: written(createdAt),
  };
}

/**
 * Who has the email of somebody here is that person: they keep role and password, and get the rest.
 * Nobody else becomes super_admin. An email of another household stays with whom it belongs to.
 * Nobody who comes in has proven an email: letters reach them when they have, and not before.
 */
async function store(db: Db, people: Row[], context: Restoring<never>): Promise<void> {
  const { accountId, ids, note, limits } = context;
  const present = await db.select().from(users).where(eq(users.accountId, accountId));
  for (const { number: known, ...person } of people) {
    const same = present.find((other) => other.email !== null && other.email === person.email);
    if (same !== undefined) {
      const { role: _, email: __, ...profile } = person;
      await db.update(users).set(profile).where(eq(users.id, same.id));
      ids.set('person', known, same.id);
      continue;
    }
    const role = person.role === 'super_admin' ? 'admin' : person.role;
    const columns = { ...person, role, accountId, id: ids.give('person', known) };
    const added = await db
      .insert(users)
      .values(columns)
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id });
    if (added.length > 0) continue;
    await db.insert(users).values({ ...columns, email: null });
    note(`${nameOf(person)} has no email here: it belongs to an account on this server already.`);
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
    const most = `the maximum of ${reserveSpace(name, limits)}`;
    throw new Refusal(409, `With this download this account would have more than ${most}.`);
  }
}
