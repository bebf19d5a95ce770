import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { doctorLinks } from '#database/schema/doctor-links.ts';
import { settings } from '#database/schema/home.ts';
import { subscriptions, users } from '#database/schema/households.ts';
import { awayPeriods } from '#database/schema/medications.ts';
import { noteAudit } from '#features/audit/server.ts';
import { isExpired } from '#features/entitlement/domain/period.ts';
import { asSubscription } from '#features/entitlement/server.ts';
import { MAX_CONCURRENT } from '#features/measures/limits.ts';
import { listNotes, listValues } from '#features/measures/server.ts';
import { isFor } from '#features/medications/domain/is-for.ts';
import { adherenceOf, presentMedications } from '#features/medications/server.ts';
import { findPicture, type NotedPicture } from '#features/pictures/server.ts';
import { countTry, hashOf, linkKeys, subscriptionExpired } from '#features/sessions/server.ts';
import type { Context } from '#platform/server/feature.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { notFound } from '#platform/shared/refusals.ts';
import { ROLES } from '#platform/shared/roles.ts';
import { zoneOffsets } from '#platform/shared/zone-offsets.ts';
import { addDays, localDate } from '#platform/shared/zoned-time.ts';
import type { DoctorLinkCalls, SharedPage } from '../contract.ts';
import { DAYS_SHOWN, MEASURED_DAYS_SHOWN } from '../limits.ts';
import { doctorLinkRefusal } from '../refusals.ts';

/** Minimum time between two audit log entries for the same link. */
const NOTED_EVERY_MS = HOUR_MS;

/** Returns the page and records the opening. Throws 404 for an expired or unknown link. */
export async function openPage(token: string, context: Context): Promise<SharedPage> {
  const { database, now } = context;
  const found = await standingLink(token, context);
  const { link, elder, maker, timezone } = found;
  const { accountId } = link;
  return database.inHousehold(accountId, async (db) => {
    await noteOpening(db, found, context);
    const today = localDate(now, timezone);
    const own = await medicationsOf(db, accountId, elder.id, token);
    const days = { from: addDays(today, 1 - DAYS_SHOWN), to: today };
    const lately = { from: addDays(today, 1 - MEASURED_DAYS_SHOWN), to: today };
    const filter = { ...lately, userId: elder.id, limit: MAX_CONCURRENT };
    const reading = { db, account: { id: accountId }, user: maker };
    const adherence = await adherenceOf(db, accountId, days, now);
    const numberOf = pageNumbers();
    const numbered = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
      rows.map((row) => ({ ...row, id: numberOf(row.id) }));
    return {
      name: fullName(elder),
      timezone,
      timezoneOffsets: zoneOffsets(timezone, now),
      expiresAt: link.expiresAt.toISOString(),
      medications: numbered(own.listed).map(({ userId: _, version: __, ...shown }) => shown),
      away: await awayPeriodsOf(db, accountId, elder.id),
      measures: numbered(await listValues(filter, reading)),
      notes: numbered(await listNotes(filter, reading)),
      adherence: adherence
        .filter(({ medicationId }) => !own.others.has(medicationId))
        .map((day) => ({ ...day, medicationId: numberOf(day.medicationId) })),
    };
  });
}

/** Returns a function that maps each id to '1', '2', … in the order of first use. */
function pageNumbers(): (id: string) => string {
  const numbers = new Map<string, string>();
  return (id) => {
    const known = numbers.get(id) ?? String(numbers.size + 1);
    numbers.set(id, known);
    return known;
  };
}

/** Returns the photo of a pill on that page; throws 404 for any other file. */
export async function openPicture(
  { token, filename }: CallOf<DoctorLinkCalls['picture']>['params'],
  context: Context,
): Promise<{ accountId: string; picture: NotedPicture }> {
  const { link, elder } = await standingLink(token, context);
  const { accountId } = link;
  return context.database.inHousehold(accountId, async (db) => {
    const { listed } = await medicationsOf(db, accountId, elder.id, token);
    const address = pictureAddress(token, filename);
    const isShown = listed.some(({ pillImageUrl }) => pillImageUrl === address);
    const picture = isShown ? await findPicture(db, accountId, filename) : undefined;
    if (picture === undefined) throw notFound();
    return { accountId, picture };
  });
}

function pictureAddress(token: string, filename: string): string {
  return `/api/doctor-links/${token}/pictures/${filename}`;
}

/** Throws 404 for an expired or unknown link. */
async function standingLink(token: string, { database, now, request }: Context): Promise<Found> {
  const found = await database.asSystem((db) => findLink(db, token, now));
  if (found === undefined) {
    // Only wrong tokens are counted, because a whole clinic may use one IP address.
    await countTry(database, linkKeys(request.address, 'doctor'), now);
    throw doctorLinkRefusal('doctor-link-over');
  }
  if (isExpired(asSubscription(found.subscription), now)) throw subscriptionExpired();
  return found;
}

type Found = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** Finds a valid link. Its maker must still be an administrator of the household. */
async function findLink(db: Db, token: string, now: Date) {
  const [found] = await db
    .select({
      link: doctorLinks,
      maker: { id: users.id, role: users.role },
      timezone: settings.timezone,
      subscription: subscriptions,
    })
    .from(doctorLinks)
    .innerJoin(users, isRow(users, { id: doctorLinks.madeBy, accountId: doctorLinks.accountId }))
    .innerJoin(settings, eq(settings.accountId, doctorLinks.accountId))
    .innerJoin(subscriptions, eq(subscriptions.accountId, doctorLinks.accountId))
    .where(
      and(
        eq(doctorLinks.tokenHash, hashOf(token)),
        gt(doctorLinks.expiresAt, now),
        ne(users.role, 'user'),
      ),
    );
  if (found === undefined) return undefined;
  const [elder] = await db
    .select()
    .from(users)
    .where(
      and(
        isRow(users, { id: found.link.userId, accountId: found.link.accountId }),
        eq(users.role, 'user'),
      ),
    );
  const role = ROLES.find((known) => known === found.maker.role) ?? 'user';
  return elder && { ...found, elder, maker: { id: found.maker.id, role } };
}

async function noteOpening(db: Db, { link, elder }: Found, context: Context): Promise<void> {
  const { now } = context;
  await db
    .update(doctorLinks)
    .set({ openings: sql`${doctorLinks.openings} + 1`, openedAt: now })
    .where(isRow(doctorLinks, link));
  if (link.openedAt && now.getTime() - link.openedAt.getTime() < NOTED_EVERY_MS) return;
  await noteAudit(db, context, {
    accountId: link.accountId,
    action: 'doctor-link-opened',
    subject: fullName(elder),
  });
}

/** Returns the away periods of the elder and of the whole household. */
function awayPeriodsOf(db: Db, accountId: string, elderId: string) {
  const { startDate, startTime, endDate, endTime, userId } = awayPeriods;
  return db
    .select({ startDate, startTime, endDate, endTime })
    .from(awayPeriods)
    .where(and(eq(awayPeriods.accountId, accountId), or(isNull(userId), eq(userId, elderId))));
}

/**
 * Returns the elder's and the household's medications; `others` are those of other elders, whose
 * doses are not shown.
 */
async function medicationsOf(db: Db, accountId: string, elderId: string, token: string) {
  const medications = await presentMedications(db, accountId);
  const elders = await db.$count(
    users,
    and(eq(users.accountId, accountId), eq(users.role, 'user')),
  );
  const isTheirs = isFor(elderId, elders);
  const all = medications.map((medication) => {
    const filename = medication.pillImageUrl?.split('/').at(-1);
    // The photo gets an address that contains the token, because a reader without a session cannot
    // load its regular address.
    const pillImageUrl = filename === undefined ? null : pictureAddress(token, filename);
    return { ...medication, pillImageUrl };
  });
  return {
    listed: all.filter(isTheirs),
    others: new Set(all.filter((one) => !isTheirs(one)).map(({ id }) => id)),
  };
}
