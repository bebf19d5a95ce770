import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { users } from '#database/schema/households.ts';
import { accountRefusal } from '#features/accounts/refusals.ts';
import { noteAct } from '#features/audit/server.ts';
import {
  addLogin,
  changeEmail,
  changeHash,
  endPasswordSessions,
  findUser,
  isShared,
  passwordMissing,
  takeLoginAway,
} from '#features/sessions/server.ts';
import type { CallerContext } from '#kit/server/feature.ts';
import type { MailParts } from '#kit/server/outbound/mail.ts';
import { refuseStale } from '#kit/server/versions.ts';
import type { CallOf } from '#kit/shared/endpoint.ts';
import { fullName } from '#kit/shared/full-name.ts';
import { notAllowed, notThere } from '#kit/shared/refusals.ts';
import type { PeopleCalls, Person } from '../contract.ts';
import { mayChange } from '../permissions.ts';
import { personRefusal } from '../refusals.ts';
import {
  asPerson,
  callerAndPerson,
  type NextPerson,
  type PersonRow,
  refuseHalfALogin,
} from './person-rows.ts';
import type { FormerEmail } from './tell-new-email.ts';

type Asked = Omit<CallOf<PeopleCalls['update']>['body'], 'password' | 'currentPassword'>;

/** An email of null takes the email away and with it the password. */
export interface WantedPerson extends Asked {
  /** Null leaves the password as it is. */
  readonly passwordHash: string | null;
  /** Whether the caller has given their password again, as an email and a role need it. */
  readonly isConfirmed: boolean;
}

const WORDS = { firstName: 'first name', lastName: 'last name', email: 'email' };
const FIELDS = ['firstName', 'lastName', 'email'] as const;

export interface ChangedPerson {
  readonly person: Person;
  /** The new one is to be proven. */
  readonly isOtherEmail: boolean;
  /** Who is to be told at the address that is not theirs any more. */
  readonly former: FormerEmail | undefined;
}

/** Changes what is wanted of a person and answers them as they are then. */
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
    const known = await findUser(db, person.id);
    if (known === undefined) throw notThere();
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
  if (isOtherSignIn) {
    await storeSignIn(db, person, next, now);
    await endPasswordSessions(db, person.id, context.tokenHash);
  }
  const { firstName, lastName, email, emailProvenAt } = person;
  const former =
    isOtherEmail && email !== null && emailProvenAt !== null
      ? { firstName, lastName, email, changedBy: fullName(caller) }
      : undefined;
  return { person: await present(), isOtherEmail, former };
}

/** An open browser alone is not enough to take an account over or to give one away. */
function refuseUnconfirmed({ isConfirmed }: WantedPerson): void {
  if (!isConfirmed) throw passwordMissing('currentPassword');
}

/** The one way in which a role changes: the super_admin and an administrator take turns. */
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
  await db.update(users).set({ role: 'admin' }).where(eq(users.id, caller.id));
  await db.update(users).set({ role: 'super_admin' }).where(eq(users.id, person.id));
}

/** The person as wanted, or the refusal of what cannot be. */
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

/** Who could change what opens other households would open them: only its owner does. */
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

async function storeSignIn(db: Db, person: PersonRow, next: NextPerson, now: Date): Promise<void> {
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
      .set({ loginId: added, email })
      .where(and(eq(users.accountId, person.accountId), eq(users.id, person.id)));
    return;
  }
  if (email !== person.email) {
    await changeEmail(db, loginId, email).catch((error: unknown) => {
      throw isTaken(error) ? accountRefusal('email-taken') : error;
    });
  }
  if (passwordHash !== null) await changeHash(db, loginId, passwordHash);
}

/** PostgreSQL's unique_violation; the email is the only unique thing that is written here. */
function isTaken(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === '23505';
}
