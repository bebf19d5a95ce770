import { randomUUID } from 'node:crypto';
import type { Db } from '#database/connect.ts';
import { alerts, type StoredAlertDose } from '#database/schema/escalation.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { tabletState } from '../tablet-state.ts';
import { goOn } from './go-on.ts';
import { elderOf, householdOf } from './household.ts';
import { tabletsOf } from './tablets.ts';

/** What an alert is about. */
interface Alert {
  readonly accountId: string;
  readonly now: Date;
  readonly doses: readonly AlertedDose[];
  /** Doses that were overdue for more than a day before anybody could be told. */
  readonly older: number;
}

interface AlertedDose {
  readonly medicationId: string;
  readonly localDate: string;
  /** The wall-clock time of its schedule. */
  readonly time: string;
  readonly name: string;
  readonly dosage: string;
  /** The elder it is for; null is the household's elder. */
  readonly userId: string | null;
  readonly scheduledTime: Date;
  readonly overdueAt: Date;
}

/** What a tablet said is known while an alert is fresh; heartbeats are not kept for long. */
const TABLET_KNOWN_MS = 15 * MINUTE_MS;

/**
 * Puts one alert of all these doses out to the administrators, by mail and to their browsers: to all
 * at once, or to the first of the order that the family has chosen. Notes who is told. A letter to
 * an email that nobody has proven waits for that: so it is seen that the alert has not arrived.
 */
export async function alertAdministrators(db: Db, alert: Alert): Promise<void> {
  const { accountId, now, older } = alert;
  const household = await householdOf(db, accountId);
  const tablets = await tabletsOf(db, alert);
  // What can still be helped comes first.
  const newest = alert.doses.toSorted(
    (one, other) => other.scheduledTime.getTime() - one.scheduledTime.getTime(),
  );
  const doses = newest.map((dose): StoredAlertDose => {
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
  });
  const [row] = await db
    .insert(alerts)
    .values({
      ...{ id: randomUUID(), accountId, createdAt: now, doses, older },
      ...{ round: 1, roundAt: now, step: 0 },
    })
    .returning();
  if (row !== undefined) await goOn(db, row, household, { now, isAnswered: false });
}
