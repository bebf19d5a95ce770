import { randomUUID } from 'node:crypto';
import type { Db } from '#database/connect.ts';
import type { StoredAlertDose } from '#database/schema/escalation.ts';
import { inTurns } from '#platform/server/jobs/yielding.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { type Tablet, tabletState } from '../domain/tablet-state.ts';
import { type AlertRow, advanceAlerts } from './advance-alerts.ts';
import { elderOf, type Household, householdsOf } from './household.ts';
import { tabletsOf } from './tablets.ts';

export interface Alert {
  readonly accountId: string;
  readonly doses: readonly AlertedDose[];
  /** Number of doses that were overdue for more than a day before an alert could be sent. */
  readonly older: number;
}

interface AlertedDose
  extends Pick<StoredAlertDose, 'medicationId' | 'localDate' | 'time' | 'name' | 'dosage'> {
  /** User id of the elder; null means the household's elder. */
  readonly userId: string | null;
  readonly scheduledTime: Date;
  readonly overdueAt: Date;
}

/**
 * Heartbeats are stored for a short time only, so the tablet state is known for fresh alerts only.
 */
const TABLET_KNOWN_MS = 15 * MINUTE_MS;

interface Circumstances {
  readonly now: Date;
  readonly household: Household;
  readonly tablets: readonly (Tablet & { readonly userId: string })[];
}

/**
 * Creates one alert per household for all its doses and enqueues its messages, to all
 * administrators at once or to the first step of the escalation policy. Records who is alerted. A
 * message to an unconfirmed email address waits for the confirmation, so the panel shows that the
 * alert has not arrived.
 */
export async function alertAdministrators(
  db: Db,
  alerts: readonly Alert[],
  now: Date,
): Promise<void> {
  const accountIds = alerts.map(({ accountId }) => accountId);
  const householdOf = await householdsOf(db, accountIds);
  const asking = alerts.map(({ accountId, doses }) => ({ accountId, since: firstOf(doses, now) }));
  const tabletsAt = await tabletsOf(db, asking, now);
  const open = await inTurns(alerts, (alert) => {
    const household = householdOf(alert.accountId);
    const tablets = tabletsAt(alert.accountId);
    const row = newAlert(alert, { now, household, tablets });
    return { alert: row, household, isAnswered: false };
  });
  await advanceAlerts(db, open, now);
}

function firstOf(doses: readonly AlertedDose[], now: Date): Date {
  return doses.reduce((first, { scheduledTime: at }) => (at < first ? at : first), now);
}

function newAlert({ accountId, doses, older }: Alert, circumstances: Circumstances): AlertRow {
  const { now } = circumstances;
  // The newest doses come first, because there is still time to act on them.
  const newest = doses.toSorted(
    (one, other) => other.scheduledTime.getTime() - one.scheduledTime.getTime(),
  );
  return {
    ...{ id: randomUUID(), accountId, createdAt: now, older },
    doses: newest.map((dose) => storedDose(dose, circumstances)),
    ...{ round: 1, roundAt: now, roundReason: '', withoutUser: null, step: 0, stepAt: null },
    ...{ takenBy: null, takenByName: null, takenAt: null, askedAt: null, confirmedAt: null },
    ...{ nextAt: now, closedAt: null },
  };
}

function storedDose(
  dose: AlertedDose,
  { now, household, tablets }: Circumstances,
): StoredAlertDose {
  const { medicationId, localDate, time, name, dosage, scheduledTime } = dose;
  const isFresh = now.getTime() - dose.overdueAt.getTime() <= TABLET_KNOWN_MS;
  const own = tablets
    .filter(({ userId }) => dose.userId === null || userId === dose.userId)
    .map(({ lastHeardAt, heartbeats: all }) => ({
      lastHeardAt,
      heartbeats: all.filter(({ at }) => at >= scheduledTime),
    }));
  return {
    ...{ medicationId, localDate, time, name, dosage },
    scheduledTime: scheduledTime.toISOString(),
    elder: elderOf(dose, household.people),
    tablet: isFresh
      ? tabletState(own, now, household.timezone)
      : 'How the tablet was at that time is not known.',
  };
}
