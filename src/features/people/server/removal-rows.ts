import { and, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { invitations, sessions } from '#database/schema/access.ts';
import { calendarEvents } from '#database/schema/calendar.ts';
import { users } from '#database/schema/households.ts';
import { dayNotes, measureValues } from '#database/schema/measures.ts';
import { awayPeriods, medicationLogs, medications } from '#database/schema/medications.ts';
import { endPasswordSessions, takeLoginAway } from '#features/sessions/server.ts';
import { fullName } from '#platform/shared/full-name.ts';
import type { Prepared } from '../contract.ts';
import type { Affected } from '../domain/removal.ts';
import { BELONGINGS, type Owner } from './belongings.ts';
import type { PersonRow } from './person-rows.ts';

/** Returns the ids that are needed to find all rows of a person. */
export async function ownerOf(db: Db, person: PersonRow): Promise<Owner> {
  const { id, accountId, loginId, role } = person;
  const isElder = and(eq(users.accountId, accountId), eq(users.role, 'user'));
  const isOnlyElder =
    role === 'user' && (await db.$count(users, and(isElder, ne(users.id, id)))) === 0;
  return { id, accountId, loginId, isOnlyElder };
}

const COUNTED: Readonly<Record<keyof Affected, readonly [PgTable, isCounted: string]>> = {
  medications: [medications, 't.deleted_at is null'],
  loggedDoses: [medicationLogs, 'true'],
  measurements: [measureValues, 't.taken_back_at is null'],
  notes: [dayNotes, 't.taken_back_at is null'],
  events: [calendarEvents, 'true'],
  timesAway: [awayPeriods, 'true'],
};

export async function countAffected(db: Db, owner: Owner): Promise<Affected> {
  const count = async (kind: keyof Affected): Promise<number> => {
    const [table, isCounted] = COUNTED[kind];
    const belonging = BELONGINGS.find((one) => one.table === table);
    if (belonging === undefined) throw new Error(`${kind} does not belong to a person`);
    const [row] = await db
      .select({ count: sql<string>`count(*)`.mapWith(Number) })
      .from(sql`${table} t`)
      .where(
        sql`t.account_id = ${owner.accountId}::uuid and ${belonging.isOf(owner)} and ${sql.raw(isCounted)}`,
      );
    return row?.count ?? 0;
  };
  return {
    medications: await count('medications'),
    loggedDoses: await count('loggedDoses'),
    measurements: await count('measurements'),
    notes: await count('notes'),
    events: await count('events'),
    timesAway: await count('timesAway'),
  };
}

/**
 * Returns elders' sign-ins whose password this person set, and tablets that were paired with their
 * code.
 */
export async function listPrepared(
  db: Db,
  { id, accountId }: Owner,
  now: Date,
): Promise<Prepared[]> {
  const signIns = await db.select().from(users).where(isSignInOf(accountId, id));
  const tablets = await db
    .select({ person: users, name: sessions.deviceName })
    .from(sessions)
    .innerJoin(users, isRow(users, { id: sessions.userId, accountId: sessions.accountId }))
    .where(and(isTabletOf(accountId, id), gt(sessions.expiresAt, now)));
  return [
    ...tablets.map(({ person, name }) => ({
      kind: 'tablet' as const,
      person: fullName(person),
      name,
    })),
    ...signIns.map((person) => ({
      kind: 'sign-in' as const,
      person: fullName(person),
      name: person.email ?? '',
    })),
  ];
}

/**
 * Removes email and password of these sign-ins, because the person who set them knows them. Signs
 * out the tablets and sessions only if `signsOut` is true, because a tablet that is signed out
 * gives no reminders.
 */
export async function endPrepared(
  db: Db,
  { id, accountId }: Owner,
  { signsOut, keptToken }: { readonly signsOut: boolean; readonly keptToken: string },
): Promise<void> {
  const signIns = await db.select().from(users).where(isSignInOf(accountId, id));
  for (const elder of signIns) {
    if (signsOut) await endPasswordSessions(db, elder, keptToken);
    if (elder.loginId !== null) await takeLoginAway(db, elder.loginId);
  }
  if (signsOut) await db.delete(sessions).where(isTabletOf(accountId, id));
}

/** Deletes the unused invitations that a person sent. */
export async function endInvitations(db: Db, { id, accountId }: Owner): Promise<void> {
  await db
    .delete(invitations)
    .where(
      and(
        eq(invitations.accountId, accountId),
        eq(invitations.sentBy, id),
        isNull(invitations.usedAt),
      ),
    );
}

function isSignInOf(accountId: string, maker: string) {
  return and(
    eq(users.accountId, accountId),
    eq(users.signInSetBy, maker),
    eq(users.role, 'user'),
    isNotNull(users.loginId),
    ne(users.id, maker),
  );
}

function isTabletOf(accountId: string, maker: string) {
  return and(eq(sessions.accountId, accountId), eq(sessions.setUpBy, maker));
}
