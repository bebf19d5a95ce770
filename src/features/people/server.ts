import type { Db } from '#database/connect.ts';
import { freeing } from '#features/accounts/server.ts';
import { noteAudit } from '#features/audit/server.ts';
import {
  askForProof,
  endDevice,
  listDevices,
  listUsers,
  makePairingCode,
  refuseCommonPassword,
  sendConfirmation,
} from '#features/sessions/server.ts';
import { type CallerContext, type Feature, feature } from '#kit/server/feature.ts';
import type { MailParts } from '#kit/server/mail.ts';
import { hashPassword } from '#kit/server/passwords.ts';
import { notThere, Refusal } from '#kit/shared/refusal.ts';
import { peopleCalls } from './contract.ts';
import { mayChange, maySeeDevices } from './permissions.ts';
import { addElder } from './server/add-elder.ts';
import { changePerson } from './server/change-person.ts';
import {
  asPerson,
  callerAndPerson,
  type KnownUser,
  nameOf,
  notAllowed,
} from './server/person-rows.ts';
import { removePerson } from './server/remove-person.ts';

export { peopleInArchive } from './server/portable.ts';

/** The people of a household, and the devices where they are signed in. */
export function peopleFeature(mail: MailParts): Feature {
  const { publicUrl } = mail;
  const shown = (known: KnownUser, now: Date) => asPerson(known, now, mail);
  const askingFor = ({ database, account, now }: CallerContext) => {
    return { mail, database, now, accountId: account.id };
  };
  return feature(peopleCalls, {
    async list(_call, { db, account, now }) {
      return (await listUsers(db, account.id)).map((known) => shown(known, now));
    },

    create: {
      async outsideTransaction({ body }, context) {
        const passwordHash = await hashOfNew(body.password);
        const { email = null, firstName, lastName } = body;
        const person = { firstName, lastName, email, passwordHash };
        const added = await freeing(email, askingFor(context), () =>
          changing(context, (db) => addElder(db, person, context)),
        );
        return shown(added, context.now);
      },
    },

    update: {
      async outsideTransaction({ params, body }, context) {
        const { password, ...wanted } = body;
        const passwordHash = await hashOfNew(password);
        const change = { ...wanted, passwordHash };
        const { person, isOtherEmail } = await freeing(body.email, askingFor(context), () =>
          changing(context, (db) => changePerson(db, params.id, change, { ...context, mail })),
        );
        if (isOtherEmail) askForProof(params.id, mail, context);
        return person;
      },
    },

    remove: {
      async outsideTransaction({ params }, context) {
        return changing(context, (db) => removePerson(db, params.id, context));
      },
    },

    async makePairingCode({ params }, context) {
      const { db, now } = context;
      const { caller, person } = await callerAndPerson(db, context, params.id);
      if (!mayChange(caller, person)) throw notAllowed();
      if (person.role !== 'user') {
        throw new Refusal(409, 'Only the tablet of an elder is set up with a code.');
      }
      const { code, expiresAt } = await makePairingCode(db, person, now);
      await noteAudit(db, context, {
        accountId: person.accountId,
        action: 'pairing-code-made',
        userId: context.user.id,
        subject: nameOf(person),
      });
      const link = `${publicUrl}/pair?code=${code}`;
      return { code, link, expiresAt: expiresAt.toISOString() };
    },

    sendConfirmation: {
      async outsideTransaction({ params }, context) {
        const { database, account } = context;
        await database.inHousehold(account.id, async (db) => {
          const { caller, person } = await callerAndPerson(db, context, params.id);
          if (person.id !== caller.id && !mayChange(caller, person)) throw notAllowed();
        });
        return { emailed: await sendConfirmation(params.id, mail, context) };
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

/** The hash of a password that somebody else chose, or null when none was chosen. */
async function hashOfNew(password: string | null | undefined): Promise<string | null> {
  if (password === null || password === undefined) return null;
  refuseCommonPassword(password);
  return hashPassword(password);
}

/** Runs the change of a household's people; no process remembers them as they were. */
async function changing<T>(context: CallerContext, work: (db: Db) => Promise<T>): Promise<T> {
  const { database, account, staleness } = context;
  const made = await database.inHousehold(account.id, async (db) => {
    const result = await work(db);
    await staleness.announce(db, account.id, 'sessions');
    return result;
  });
  staleness.applyHere(account.id, 'sessions');
  return made;
}

async function signOutDevice(
  db: Db,
  { id, deviceId }: { id: string; deviceId: string },
  context: CallerContext,
): Promise<undefined> {
  const { account, user } = context;
  const { caller, person } = await callerAndPerson(db, context, id);
  if (!maySeeDevices(caller, person)) throw notAllowed();
  const device = { accountId: account.id, userId: person.id, id: deviceId };
  const name = await endDevice(db, device);
  if (name === undefined) throw notThere();
  await noteAudit(db, context, {
    accountId: account.id,
    action: 'device-signed-out',
    userId: user.id,
    subject: `${nameOf(person)}: ${name}`,
  });
}
