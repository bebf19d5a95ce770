import { and, eq, ne } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { lockAdding } from '#database/count-before-adding.ts';
import { rowExists } from '#database/row-exists.ts';
import { users } from '#database/schema/households.ts';
import type { Binnable, BinRow, Restoring } from '#features/bin/server.ts';
import { invitationRefusals } from '#features/invitations/refusals.ts';
import { refuseTenthPerson } from '#features/invitations/server.ts';
import { addressOf, takePicturesOutOfBin } from '#features/pictures/server.ts';
import { fullName } from '#platform/shared/full-name.ts';
import type { HouseholdLimits } from '#platform/shared/limits.ts';
import { type RefusalKinds, some } from '#platform/shared/refusal.ts';
import { notAllowed } from '#platform/shared/refusals.ts';
import { ROLES } from '#platform/shared/roles.ts';
import { mayChange } from '../domain/permissions.ts';
import { personRefusal, personRefusals } from '../refusals.ts';
import { refuseWithoutRoom } from './add-elder.ts';
import type { Owner } from './belongings.ts';
import { assignToPerson, copiedMedications, putBackPerson } from './move-belongings.ts';
import type { PersonRow } from './person-rows.ts';

/** Functions of other features that run when a person is removed or restored. */
export interface BelongingsElsewhere {
  /** Returns false if the person had no feed. */
  endFeedOf(db: Db, person: Pick<Owner, 'id' | 'accountId'>): Promise<boolean>;
  readonly doses: {
    end(
      db: Db,
      accountId: string,
      now: Date,
      remove: (timezone: string) => Promise<void>,
    ): Promise<void>;
    resume(
      context: Restoring,
      gone: { readonly deletedAt: Date; readonly timezoneThen: string },
      putBack: () => Promise<readonly string[]>,
    ): Promise<void>;
    readonly refusals: RefusalKinds;
  };
  readonly calendar: {
    refuseTooMany(db: Db, accountId: string, limits: HouseholdLimits): Promise<void>;
    readonly refusals: RefusalKinds;
  };
}

const stored = z.object({
  role: z.enum(ROLES),
  loginId: z.uuid().nullable(),
  /** The household's time zone at the removal. */
  timezone: z.string(),
});

type Stored = z.output<typeof stored>;

/** Returns the bin entry of a person whose rows were copied into the bin. */
export async function entryOf(db: Db, person: PersonRow, timezone: string) {
  const { id, role, loginId } = person;
  const copied = await copiedMedications(db, person);
  const pictures = copied.flatMap(({ pillImageUrl }) => pillImageUrl ?? []);
  const files = [...new Set(pictures.map((url) => url.slice(addressOf('').length)))];
  const binned = { id, kind: 'person', name: fullName(person), files } as const;
  const row: Stored = { role, loginId, timezone };
  return { binned, row: { ...row } };
}

export function peopleInBin({ doses, calendar }: BelongingsElsewhere): Binnable {
  return {
    kinds: ['person'],
    refusals: {
      ...some(personRefusals, 'elders-full', 'back-already'),
      ...some(invitationRefusals, 'administrators-full'),
      ...doses.refusals,
      ...calendar.refusals,
    },
    // The restore needs a system transaction, because a login belongs to no household.
    forTheSystem: true,
    async restore(things, _inside, context) {
      for (const thing of things) {
        const { row, deletedAt } = thing;
        const { role, loginId, timezone } = stored.parse(row);
        await refuseReturn(thing.id, { role, loginId }, context);
        const gone = { deletedAt, timezoneThen: timezone };
        await doses.resume(context, gone, () => putBack(thing, loginId, context));
        await calendar.refuseTooMany(context.db, context.account.id, context.limits);
      }
    },
  };
}

async function refuseReturn(
  id: string,
  { role, loginId }: Pick<Stored, 'role' | 'loginId'>,
  { db, account, user, limits }: Restoring,
): Promise<void> {
  if (!mayChange(user, { id, role })) throw notAllowed();
  await lockAdding(db, users, account.id);
  if (role === 'user') await refuseWithoutRoom(db, account.id, limits);
  else await refuseTenthPerson(db, account.id, limits);
  if (loginId === null) return;
  const isSame = and(eq(users.accountId, account.id), eq(users.loginId, loginId));
  if (await rowExists(db, users, isSame)) throw personRefusal('back-already');
}

/** Restores a person; returns the ids of their medications. */
async function putBack(
  { id, name, files }: BinRow,
  loginId: string | null,
  { db, account, note }: Restoring,
): Promise<string[]> {
  const person = { id, accountId: account.id };
  if (!(await putBackPerson(db, person, loginId))) {
    note(`${name} has no email here any more: it belongs to another account by now.`);
  }
  const isOtherElder = and(
    eq(users.accountId, account.id),
    eq(users.role, 'user'),
    ne(users.id, id),
  );
  if (await rowExists(db, users, isOtherElder)) await assignToPerson(db, person);
  await takePicturesOutOfBin(db, account.id, 'pill', { shown: files });
  return (await copiedMedications(db, person)).map((one) => one.id);
}
