import { and, eq, gt, inArray } from 'drizzle-orm';
import { isRow } from '#database/row-of-household.ts';
import { sessions } from '#database/schema/access.ts';
import { fittingRequests as requests } from '#database/schema/accessibility.ts';
import { askedOfDevice, refuseStranger } from '#features/sessions/server.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import { notFound } from '#platform/shared/refusals.ts';
import { accessibility } from '../contract.ts';
import { FITTING_STATES, isOpen, MAX_STEP_MS } from '../domain/fitting-request.ts';
import type { FittingCalls, FittingRequest } from '../fitting-contract.ts';

/** Requests a fitting on a device of an elder; replaces an earlier request for that device. */
export async function askFitting(deviceId: string, context: MemberContext) {
  const { db, now } = context;
  const asked = {
    ...(await askedOfDevice(deviceId, 'fitting-asked', context)),
    ...{ state: 'waiting', stateAt: now, proposed: null },
  };
  const [request] = await db
    .insert(requests)
    .values({ ...asked, sessionId: deviceId })
    .onConflictDoUpdate({ target: [requests.sessionId, requests.accountId], set: asked })
    .returning();
  if (request === undefined) throw new Error('the fitting was not stored');
  return asRequest(request);
}

/** Returns the last request for each device of the person. */
export async function listFittings(userId: string, context: MemberContext) {
  await refuseStranger(userId, context);
  const { db, account } = context;
  const rows = await db
    .select()
    .from(requests)
    .where(and(eq(requests.accountId, account.id), eq(requests.userId, userId)));
  return rows.map(asRequest);
}

/** A finished or expired request is left unchanged. */
export async function cancelFitting(id: string, context: MemberContext): Promise<undefined> {
  const { db, now } = context;
  const { row } = await heldRequest(id, context);
  if (isOpen(asRequest(row), now)) {
    await db.update(requests).set({ state: 'canceled', stateAt: now }).where(isRow(requests, row));
  }
  return undefined;
}

/** Returns the open requests for the devices of the signed-in person. */
export async function waitingFittings({ db, account, user, now, cacheUntil }: MemberContext) {
  const rows = await db
    .select()
    .from(requests)
    .where(
      and(
        eq(requests.accountId, account.id),
        eq(requests.userId, user.id),
        inArray(requests.state, ['waiting', 'shown', 'under-way']),
        gt(requests.stateAt, new Date(now.getTime() - MAX_STEP_MS)),
      ),
    );
  for (const { stateAt } of rows) cacheUntil(new Date(stateAt.getTime() + MAX_STEP_MS));
  return rows.map(({ id, askedBy }) => ({ id, askedBy }));
}

/** Records the new state if the request is still open and was made for this device. */
export async function updateFitting(
  id: string,
  { state, proposed }: CallOf<FittingCalls['tell']>['body'],
  context: MemberContext,
): Promise<{ isWanted: boolean }> {
  const { db, tokenHash, now } = context;
  const { row, deviceHash } = await heldRequest(id, context);
  if (deviceHash !== tokenHash || !isOpen(asRequest(row), now)) return { isWanted: false };
  await db
    .update(requests)
    .set({ state, stateAt: now, proposed: state === 'done' ? (proposed ?? {}) : null })
    .where(isRow(requests, row));
  return { isWanted: true };
}

/**
 * Returns a request of this household and locks it, so that a step and a cancellation are
 * serialized.
 */
async function heldRequest(id: string, { db, account }: MemberContext) {
  const [held] = await db
    .select({ row: requests, deviceHash: sessions.tokenHash })
    .from(requests)
    .innerJoin(sessions, isRow(sessions, { id: requests.sessionId, accountId: requests.accountId }))
    .where(and(eq(requests.accountId, account.id), eq(requests.id, id)))
    .for('update', { of: requests });
  if (held === undefined) throw notFound();
  return held;
}

function asRequest(row: typeof requests.$inferSelect): FittingRequest {
  const { id, sessionId, state, stateAt, proposed } = row;
  return {
    id,
    deviceId: sessionId,
    state: FITTING_STATES.find((known) => known === state) ?? 'canceled',
    stateAt: stateAt.toISOString(),
    // Proposed values of an earlier version may be outside the current ranges.
    proposed: proposed && (accessibility.partial().safeParse(proposed).data ?? {}),
  };
}
