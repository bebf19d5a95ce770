import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { users } from '#database/schema/households.ts';
import { accountRefusal } from '#features/accounts/refusals.ts';
import { noteAct } from '#features/audit/server.ts';
import { sessionRefusal } from '#features/sessions/refusals.ts';
import {
  addLogin,
  changeEmail,
  changeHash,
  endPasswordSessions,
  findUser,
  isHeld,
  isShared,
  startEmailChange,
  takeLoginAway,
} from '#features/sessions/server.ts';
import type { CallerContext } from '#platform/server/feature.ts';
import { canMailLinks, type MailParts } from '#platform/server/outbound/mail.ts';
import { refuseStale } from '#platform/server/versions.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { notAllowed, notFound } from '#platform/shared/refusals.ts';
import type { PeopleCalls, Person } from '../contract.ts';
import { mayChange } from '../domain/permissions.ts';
import { personRefusal } from '../refusals.ts';
import type { FormerEmail } from './notify-former-address.ts';
import {
  asPerson,
  callerAndPerson,
  type NextPerson,
  type PersonRow,
  refuseHalfALogin,
} from './person-rows.ts';

type Asked = Omit<CallOf<PeopleCalls['update']>['body'], 'password' | 'currentPassword'>;

/** A null email removes the email and the password. */
export interface WantedPerson extends Asked {
  /** Null keeps the password. */
  readonly passwordHash: string | null;
  /** True if the caller has a recent sign-in, which a new email or role requires. */
  readonly isConfirmed: boolean;
}

const WORDS = { firstName: 'first name', lastName: 'last name', email: 'email' };
const FIELDS = ['firstName', 'lastName', 'email'] as const;

export interface ChangedPerson {
  readonly person: Person;
  /** True if the new email needs a confirmation. */
  readonly isOtherEmail: boolean;
  /** The previous confirmed email, which is notified of the change. */
  readonly former: FormerEmail | undefined;
}

export async function changePerson(
  db: Db,
  id: string,
  wanted: WantedPerson,
  context: CallerContext & { readonly mail: MailParts },
): Promise<ChangedPerson> {
  const { now } = context;
  const { caller, person } = await callerAndPerson(db, context, id);
  if (!mayChange(caller, person)) throw notAllowed();
  const present = async () => {
    const known = await findUser(db, person);
    if (known === undefined) throw notFound();
    return asPerson(known, now, context.mail);
  };
  refuseStale(wanted.version, await present());
  const note = (action: 'role-changed' | 'person-changed' | 'password-changed', subject: string) =>
    noteAct(db, context, action, subject);

  if (wanted.role !== undefined && wanted.role !== person.role) {
    await handOver(db, caller, person, wanted);
    await note('role-changed', `${fullName(person)}: super admin, ${fullName(caller)}: admin`);
  }
  const next = nextOf(person, wanted);
  const isOtherEmail = next.email !== person.email;
  if (isOtherEmail) refuseUnconfirmed(wanted);
  const isOtherSignIn = isOtherEmail || wanted.passwordHash !== null;
  if (isOtherSignIn && person.id !== caller.id) await refuseOfSeveral(db, person);
  const changed = FIELDS.filter((field) => next[field] !== person[field]);
  if (changed.length > 0) {
    await note(
      'person-changed',
      `${fullName(next)}: ${changed.map((one) => WORDS[one]).join(', ')}`,
    );
  }
  if (wanted.passwordHash !== null) await note('password-changed', fullName(next));
  if (changed.length > 0 || isOtherSignIn) await storeNames(db, person, next);
  const cancelToken = await startChange(db, person, next, context);
  const stored = cancelToken === undefined ? next : { ...next, email: person.email };
  if (stored.email !== person.email || wanted.passwordHash !== null) {
    await storeSignIn(db, person, stored, { caller, now });
    await endPasswordSessions(db, person, context.tokenHash);
  }
  const former = isOtherEmail ? formerOf(person, caller, cancelToken) : undefined;
  return { person: await present(), isOtherEmail, former };
}

/**
 * Returns the data for the notification of the previous email; undefined if that email is
 * unconfirmed.
 */
function formerOf(
  { firstName, lastName, email, emailProvenAt }: PersonRow,
  caller: PersonRow,
  cancelToken: string | undefined,
): FormerEmail | undefined {
  if (email === null || emailProvenAt === null) return undefined;
  return { firstName, lastName, email, changedBy: fullName(caller), cancelToken };
}

/**
 * Starts a change of the email. If the current email is confirmed, the new one is stored as
 * pending, and alerts and sign-ins use the current one until the new one is confirmed. Returns the
 * token that cancels the change; undefined if the change is not pending but applies at once.
 */
async function startChange(
  db: Db,
  person: PersonRow,
  { email }: NextPerson,
  { mail, now }: { readonly mail: MailParts; readonly now: Date },
): Promise<string | undefined> {
  if (email === null || email === person.email) return undefined;
  if (person.email === null || person.emailProvenAt === null || !canMailLinks(mail)) {
    return undefined;
  }
  const { accountId } = person;
  if (await isHeld(db, email, { mail, now, accountId })) throw accountRefusal('email-taken');
  return startEmailChange(db, person, email, now);
}

/**
 * Requires a recent sign-in, because an open session alone must not suffice to take an account over
 * or to give it away.
 */
function refuseUnconfirmed({ isConfirmed }: WantedPerson): void {
  if (!isConfirmed) throw sessionRefusal('confirm-password');
}

/** Swaps the roles of the super_admin and an administrator, the only possible change of roles. */
async function handOver(
  db: Db,
  caller: PersonRow,
  person: PersonRow,
  wanted: WantedPerson,
): Promise<void> {
  if (caller.role !== 'super_admin') throw notAllowed();
  if (wanted.role !== 'super_admin' || person.role !== 'admin') {
    throw personRefusal('role-only-handed-over');
  }
  refuseUnconfirmed(wanted);
  await db.update(users).set({ role: 'admin' }).where(isRow(users, caller));
  await db.update(users).set({ role: 'super_admin' }).where(isRow(users, person));
}

/** Returns the person after the change; throws if it is invalid. */
function nextOf(person: PersonRow, wanted: WantedPerson): NextPerson {
  const { firstName = person.firstName, lastName = person.lastName, email = person.email } = wanted;
  if (person.role === 'user') {
    const kept = wanted.email === null ? null : person.passwordHash;
    const passwordHash = wanted.passwordHash ?? kept;
    refuseHalfALogin(email, passwordHash);
    return { firstName, lastName, email, passwordHash };
  }
  if (wanted.passwordHash !== null) {
    throw personRefusal('password-not-of-elder');
  }
  if (email === null) {
    throw personRefusal('email-missing');
  }
  return { firstName, lastName, email, passwordHash: person.passwordHash };
}

/**
 * A login with several households can be changed only by its owner; otherwise one household's
 * administrator could get access to the others.
 */
async function refuseOfSeveral(db: Db, { loginId }: PersonRow): Promise<void> {
  if (loginId !== null && (await isShared(db, loginId))) throw personRefusal('sign-in-of-several');
}

async function storeNames(db: Db, person: PersonRow, next: NextPerson): Promise<void> {
  const { firstName, lastName } = next;
  await db
    .update(users)
    .set({ firstName, lastName, version: sql`${users.version} + 1` })
    .where(and(eq(users.accountId, person.accountId), eq(users.id, person.id)));
}

async function storeSignIn(
  db: Db,
  person: PersonRow,
  next: NextPerson,
  { caller, now }: { caller: PersonRow; now: Date },
): Promise<void> {
  const maker = person.id === caller.id ? null : caller.id;
  const { email, passwordHash } = next;
  const { loginId } = person;
  if (email === null) {
    if (loginId !== null) await takeLoginAway(db, loginId);
    return;
  }
  if (loginId === null) {
    const added = await addLogin(db, { email, passwordHash, createdAt: now });
    if (added === undefined) throw accountRefusal('email-taken');
    await db
      .update(users)
      .set({ loginId: added, email, signInSetBy: maker })
      .where(and(eq(users.accountId, person.accountId), eq(users.id, person.id)));
    return;
  }
  if (email !== person.email) {
    await changeEmail(db, loginId, { email }, () => accountRefusal('email-taken'));
  }
  if (passwordHash !== null) await changeHash(db, loginId, passwordHash, maker);
}
