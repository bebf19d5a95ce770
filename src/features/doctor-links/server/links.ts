import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, lte } from 'drizzle-orm';
import { countBeforeAdding } from '#database/count-before-adding.ts';
import { isRow } from '#database/row-of-household.ts';
import { doctorLinks } from '#database/schema/doctor-links.ts';
import { users } from '#database/schema/households.ts';
import { noteAct } from '#features/audit/server.ts';
import { findPerson, hashOf, newToken } from '#features/sessions/server.ts';
import type { MemberContext, ScheduledJob } from '#platform/server/feature.ts';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { notFound } from '#platform/shared/refusals.ts';
import type { DoctorLink, DoctorLinkCalls } from '../contract.ts';
import { MAX_LINKS } from '../limits.ts';
import { doctorLinkRefusal } from '../refusals.ts';

export async function listLinks({ db, account, now }: MemberContext): Promise<DoctorLink[]> {
  const rows = await db
    .select({ link: doctorLinks, maker: users })
    .from(doctorLinks)
    .innerJoin(users, isRow(users, { id: doctorLinks.madeBy, accountId: doctorLinks.accountId }))
    .where(standing(account.id, now))
    .orderBy(desc(doctorLinks.createdAt), desc(doctorLinks.id));
  return rows.map(({ link, maker }) => asLink(link, maker));
}

/** Creates a link. The token is returned to the caller and only its hash is stored. */
export async function makeLink(
  { userId, days }: CallOf<DoctorLinkCalls['make']>['body'],
  context: MemberContext,
): Promise<DoctorLink & { url: string }> {
  const { db, account, user, now, request } = context;
  const elder = await findPerson(db, account.id, userId);
  if (elder?.role !== 'user') throw notFound();
  const maker = await findPerson(db, account.id, user.id);
  if (maker === undefined) throw notFound();
  const isLive = gt(doctorLinks.expiresAt, now);
  if ((await countBeforeAdding(db, doctorLinks, account.id, isLive)) >= MAX_LINKS) {
    throw doctorLinkRefusal('doctor-links-full');
  }
  const token = newToken();
  const expiresAt = new Date(now.getTime() + days * DAY_MS);
  const made = { id: randomUUID(), accountId: account.id, userId, madeBy: user.id };
  const [row] = await db
    .insert(doctorLinks)
    .values({ ...made, tokenHash: hashOf(token), createdAt: now, expiresAt })
    .returning();
  if (row === undefined) throw notFound();
  await noteAct(db, context, 'doctor-link-made', fullName(elder));
  return { ...asLink(row, maker), url: `${request.openedAt}/for-the-doctor?token=${token}` };
}

export async function endLink(id: string, context: MemberContext): Promise<void> {
  const { db, account } = context;
  const [ended] = await db
    .delete(doctorLinks)
    .where(and(eq(doctorLinks.accountId, account.id), eq(doctorLinks.id, id)))
    .returning({ userId: doctorLinks.userId });
  if (ended === undefined) throw notFound();
  const elder = await findPerson(db, account.id, ended.userId);
  await noteAct(db, context, 'doctor-link-ended', elder && fullName(elder));
}

/** Deletes expired links every hour; they already cannot be opened. */
export const endedLinksJob: ScheduledJob = {
  name: 'doctor links',
  everyMs: HOUR_MS,
  async run({ database, now }) {
    await database.asSystem((db) =>
      db.delete(doctorLinks).where(lte(doctorLinks.expiresAt, now())),
    );
  },
};

function standing(accountId: string, now: Date) {
  return and(eq(doctorLinks.accountId, accountId), gt(doctorLinks.expiresAt, now));
}

function asLink(
  row: typeof doctorLinks.$inferSelect,
  maker: typeof users.$inferSelect,
): DoctorLink {
  const { id, userId, createdAt, expiresAt, openings, openedAt } = row;
  return {
    ...{ id, userId, openings },
    createdAt: createdAt.toISOString(),
    madeBy: fullName(maker),
    expiresAt: expiresAt.toISOString(),
    openedAt: openedAt?.toISOString() ?? null,
  };
}
