import { and, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { users } from '#database/schema/households.ts';
import { freeing, tellingFewEmails } from '#features/accounts/server.ts';
import { noteAct } from '#features/audit/server.ts';
import {
  askForProof,
  endDevice,
  endEmailChange,
  hasRecentSignIn,
  householdsOf,
  listDevices,
  listUsers,
  makePairingCode,
  refuseWeakPassword,
  requireRecentSignIn,
  sendConfirmation,
} from '#features/sessions/server.ts';
import {
  type CallerContext,
  type Feature,
  feature,
  type MemberContext,
} from '#platform/server/feature.ts';
import type { MailParts } from '#platform/server/outbound/mail.ts';
import { hashPassword } from '#platform/server/passwords.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { notAllowed, notFound } from '#platform/shared/refusals.ts';
import { peopleCalls } from './contract.ts';
import { mayChange, maySeeDevices } from './domain/permissions.ts';
import { personRefusal } from './refusals.ts';
import { addElder } from './server/add-elder.ts';
import { changePerson } from './server/change-person.ts';
import { notifyFormerAddress } from './server/notify-former-address.ts';
import type { BelongingsElsewhere } from './server/people-in-bin.ts';
import { asPerson, callerAndPerson, type NextPerson } from './server/person-rows.ts';
import { describeRemoval, removePerson } from './server/remove-person.ts';

export { peopleInBin } from './server/people-in-bin.ts';
export { peopleInArchive } from './server/portable.ts';

/** Endpoints for the people of a household, their devices and pairing codes. */
export function peopleFeature(mail: MailParts, others: BelongingsElsewhere): Feature {
  return feature(peopleCalls, {
    async list(_call, { db, account, now }) {
      return (await listUsers(db, account.id)).map((known) => asPerson(known, now, mail));
    },

    create: {
      async outsideTransaction({ body }, context) {
        const { email = null, firstName, lastName } = body;
        const names = { firstName, lastName, email };
        const passwordHash = await hashOfNew(body.password, names, context);
        const person = { ...names, passwordHash };
        const added = await changingTo(email, { ...context, mail }, (db) =>
          addElder(db, person, context),
        );
        return asPerson(added, context.now, mail);
      },
    },

    update: {
      async outsideTransaction({ params, body }, context) {
        const { password, currentPassword, ...wanted } = body;
        const isConfirmed = await hasRecentSignIn(currentPassword, context, 'currentPassword');
        const names = password === undefined ? NOBODY : await namesOf(params.id, wanted, context);
        const passwordHash = await hashOfNew(password, names, context);
        const change = { ...wanted, passwordHash, isConfirmed };
        const member = { id: params.id, accountId: context.account.id };
        const { person, isOtherEmail, former } = await changingTo(
          wanted.email,
          { ...context, mail },
          async (db, ended) => {
            const made = await changePerson(db, params.id, change, { ...context, mail });
            for (const one of await householdsOf(db, member)) ended(one);
            return made;
          },
        );
        if (isOtherEmail) askForProof(member, mail, context);
        if (former !== undefined) notifyFormerAddress(former, mail, context);
        return person;
      },
    },

    removal: ({ params }, context) => describeRemoval(context.db, params.id, context),

    remove: {
      async outsideTransaction({ params, query }, context) {
        await requireRecentSignIn(undefined, context);
        const removing = { id: params.id, signsOutPrepared: query.signOutPrepared === 'true' };
        return changing(context, (db) => removePerson(db, removing, others, context));
      },
    },

    makePairingCode: ({ params }, context) => pairingCodeFor(params.id, context),

    sendConfirmation: {
      async outsideTransaction({ params }, context) {
        return { emailed: await askAgainForProof(params.id, mail, context) };
      },
    },

    cancelEmailChange: {
      async outsideTransaction({ params }, context) {
        await changingSignIn(context, (db) => cancelEmailChange(db, params.id, context));
      },
    },

    async listDevices({ params }, context) {
      const { caller, person } = await callerAndPerson(context.db, context, params.id);
      if (!maySeeDevices(caller, person)) throw notAllowed();
      return listDevices(context, person.id);
    },

    signOutDevice: {
      async outsideTransaction({ params }, context) {
        return changing(context, (db) => signOutDevice(db, params, context));
      },
    },
  });
}

/** Sends the confirmation email again; resolves to true if the mail server accepted it. */
async function askAgainForProof(
  id: string,
  mail: MailParts,
  context: CallerContext,
): Promise<boolean> {
  const { database, account } = context;
  await database.inHousehold(account.id, (db) => findChangeable(db, id, context));
  return sendConfirmation({ id, accountId: account.id }, mail, context);
}

/** Returns the caller, or a person whom the caller may change; throws otherwise. */
async function findChangeable(db: Db, id: string, context: CallerContext) {
  const { caller, person } = await callerAndPerson(db, context, id);
  if (person.id !== caller.id && !mayChange(caller, person)) throw notAllowed();
  return person;
}

async function cancelEmailChange(db: Db, id: string, context: CallerContext): Promise<void> {
  const person = await findChangeable(db, id, context);
  if (!(await endEmailChange(db, person))) return;
  await noteAct(db, context, 'email-change-cancelled', fullName(person));
}

/** Creates the code and link that pair a tablet with an elder. */
async function pairingCodeFor(id: string, context: MemberContext) {
  const { db, now } = context;
  const { caller, person } = await callerAndPerson(db, context, id);
  if (!mayChange(caller, person)) throw notAllowed();
  if (person.role !== 'user') {
    throw personRefusal('tablet-not-of-elder');
  }
  const { code, expiresAt } = await makePairingCode(db, person, caller.id, now);
  await noteAct(db, context, 'pairing-code-made', fullName(person));
  const link = `${context.request.openedAt}/pair?code=${code}`;
  return { code, link, expiresAt: expiresAt.toISOString() };
}

type Names = Omit<NextPerson, 'passwordHash'>;

/**
 * Returns the hash of a password that an administrator set for another person; null if there is
 * none.
 */
async function hashOfNew(
  password: string | null | undefined,
  names: Names,
  { database, account }: CallerContext,
): Promise<string | null> {
  if (password === null || password === undefined) return null;
  await refuseWeakPassword(password, { ...names, accountId: account.id }, database);
  return hashPassword(password);
}

const NOBODY: Names = { firstName: '', lastName: '', email: null };

/**
 * Returns a person's names after the change; empty names for an unknown id, which is refused later.
 */
async function namesOf(
  id: string,
  wanted: { [Name in keyof Names]?: Names[Name] | undefined },
  { database, account }: CallerContext,
): Promise<Names> {
  const [{ firstName, lastName, email } = NOBODY] = await database.inHousehold(account.id, (db) =>
    db
      .select({ firstName: users.firstName, lastName: users.lastName, email: users.email })
      .from(users)
      .where(and(eq(users.accountId, account.id), eq(users.id, id))),
  );
  return {
    firstName: wanted.firstName ?? firstName,
    lastName: wanted.lastName ?? lastName,
    email: wanted.email === undefined ? email : wanted.email,
  };
}

/** Changes people of the household and invalidates the cached sessions of all server processes. */
function changing<T>({ change, account }: CallerContext, work: (db: Db) => Promise<T>): Promise<T> {
  return change(account.id, (db, changed) => {
    changed('sessions');
    return work(db);
  });
}

/** Changes a sign-in, which belongs to no household and may end sessions in several. */
function changingSignIn<T>(
  { changeAsSystem, account }: CallerContext,
  work: (db: Db, ended: (accountId: string) => void) => Promise<T>,
): Promise<T> {
  return changeAsSystem((db, changed) => {
    const ended = (accountId: string) => changed(accountId, 'sessions');
    ended(account.id);
    return work(db, ended);
  });
}

/**
 * Changes a sign-in to an email that may be taken. The number of answers that reveal this is
 * limited.
 */
function changingTo<T>(
  email: string | null | undefined,
  context: CallerContext & { readonly mail: MailParts },
  work: (db: Db, ended: (accountId: string) => void) => Promise<T>,
): Promise<T> {
  if (!email) return changingSignIn(context, work);
  const { database, account, now, mail } = context;
  const asking = { mail, database, now, accountId: account.id };
  return tellingFewEmails(context, () =>
    freeing(email, asking, () => changingSignIn(context, work)),
  );
}

async function signOutDevice(
  db: Db,
  { id, deviceId }: { id: string; deviceId: string },
  context: CallerContext,
): Promise<undefined> {
  const { account } = context;
  const { caller, person } = await callerAndPerson(db, context, id);
  if (!maySeeDevices(caller, person)) throw notAllowed();
  const device = { accountId: account.id, userId: person.id, id: deviceId };
  const name = await endDevice(db, device);
  if (name === undefined) throw notFound();
  await noteAct(db, context, 'device-signed-out', `${fullName(person)}: ${name}`);
}
