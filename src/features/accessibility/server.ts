import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { accessibilityPreferences as preferences } from '#database/schema/accessibility.ts';
import { users } from '#database/schema/households.ts';
import { noteAct } from '#features/audit/server.ts';
import { type Feature, feature, type MemberContext } from '#platform/server/feature.ts';
import { refuseStale } from '#platform/server/versions.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { notFound } from '#platform/shared/refusals.ts';
import {
  type AccessibilityCalls,
  accessibility,
  accessibilityCalls,
  type EldersAccessibility,
} from './contract.ts';
import { DEFAULT_ACCESSIBILITY } from './domain/defaults.ts';
import { ACCESSIBILITY_WORDS } from './domain/messages.ts';
import { fittingCalls } from './fitting-contract.ts';
import {
  askFitting,
  cancelFitting,
  listFittings,
  updateFitting,
  waitingFittings,
} from './server/fittings.ts';

export { accessibilityInArchive } from './server/portable.ts';

const NAMES = accessibility.keyof().options;

export const accessibilityFeature = feature(accessibilityCalls, {
  async list(_call, { db, account }) {
    const rows = await db
      .select({ userId: users.id, row: preferences })
      .from(users)
      .leftJoin(
        preferences,
        isRow(users, { id: preferences.userId, accountId: preferences.accountId }),
      )
      .where(and(eq(users.accountId, account.id), eq(users.role, 'user')))
      .orderBy(asc(users.createdAt), asc(users.id));
    return rows.map(({ userId, row }) => asAnswer(userId, row));
  },

  change: ({ params, body }, context) => change(params.id, body, context),
});

/** Endpoints for fittings that an administrator requests on the elder's own device. */
export const fittingsFeature: Feature = feature(fittingCalls, {
  ask: ({ body }, context) => askFitting(body.deviceId, context),
  listOf: ({ params }, context) => listFittings(params.userId, context),
  cancel: ({ params }, context) => cancelFitting(params.id, context),
  waiting: (_call, context) => waitingFittings(context),
  tell: ({ params, body }, context) => updateFitting(params.id, body, context),
});

type Row = typeof preferences.$inferSelect;

/** Returns the preferences of an elder; without a stored row, the defaults. */
function asAnswer(userId: string, row: Row | null): EldersAccessibility {
  if (row === null) return { userId, ...DEFAULT_ACCESSIBILITY, version: 1 };
  return { userId, ...accessibility.parse(row), version: row.version };
}

/** Changes the preferences of an elder; a key with the value undefined is ignored. */
async function change(
  id: string,
  { version: madeFrom, ...wanted }: CallOf<AccessibilityCalls['change']>['body'],
  context: MemberContext,
) {
  const { db, account } = context;
  const elder = await lockedElder(db, account.id, id);
  const present = await answerOf(db, account.id, elder.id);
  refuseStale(madeFrom, present);
  const changed = NAMES.filter((name) => (wanted[name] ?? present[name]) !== present[name]);
  if (changed.length === 0) return present;
  const { version: _, ...before } = present;
  await db
    .insert(preferences)
    .values({ ...before, ...wanted, accountId: account.id, version: present.version + 1 })
    .onConflictDoUpdate({
      target: [preferences.userId, preferences.accountId],
      set: { ...wanted, version: sql`${preferences.version} + 1` },
    });
  const names = changed.map((name) => ACCESSIBILITY_WORDS[name]).join(', ');
  await noteAct(db, context, 'settings-changed', `${elder.name}: ${names}`);
  return answerOf(db, account.id, elder.id);
}

/**
 * Returns the elder and locks the row until the transaction ends, so that concurrent changes see
 * each other's version.
 */
async function lockedElder(db: Db, accountId: string, id: string) {
  const [found] = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.accountId, accountId), eq(users.id, id), eq(users.role, 'user')))
    .for('update');
  if (found === undefined) throw notFound();
  return { id: found.id, name: fullName(found) };
}

async function answerOf(db: Db, accountId: string, userId: string): Promise<EldersAccessibility> {
  const [row] = await db
    .select()
    .from(preferences)
    .where(and(eq(preferences.accountId, accountId), eq(preferences.userId, userId)));
  return asAnswer(userId, row ?? null);
}
