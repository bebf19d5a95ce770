import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { insertion } from '#database/parameter-rows.ts';
import { outbox, unsentAlerts } from '#database/schema/alerts.ts';
import type { StoredAlertDose } from '#database/schema/escalation.ts';
import { jobs } from '#database/schema/jobs.ts';
import { medicationLogs } from '#database/schema/medications.ts';
import { noteAct } from '#features/audit/server.ts';
import { findPerson } from '#features/sessions/server.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { notFound } from '#platform/shared/refusals.ts';
import { failureMessage } from '../domain/failure-messages.ts';

/** Maximum number of alerts in the list; the rest are counted. */
const MAX_SHOWN = 20;

/** Maximum number of doses that are stored per alert, equal to the number that an alert names. */
const MAX_DOSES = 10;

const shownDoses = z.array(
  z.object({
    medicationId: z.string(),
    localDate: z.string(),
    time: z.string(),
    name: z.string(),
    scheduledTime: z.string(),
  }),
);

type KeptDose = z.output<typeof shownDoses>[number];

interface Told {
  readonly id: string;
  readonly accountId: string;
  readonly older: number;
  readonly doses: readonly KeptDose[];
}

const insertUnsent = insertion(
  'keep_until_sent',
  unsentAlerts,
  ['id', 'accountId', 'createdAt', 'doses', 'older'],
  { returned: {} },
);

/** Stores alerts as unsent until one message of each was sent. */
export async function storeUnsentAlerts(db: Db, alerts: readonly Told[], now: Date): Promise<void> {
  const rows = alerts.map(({ id, accountId, older, doses }) => {
    const kept = doses
      .slice(0, MAX_DOSES)
      .map(({ medicationId, localDate, time, name, scheduledTime }) => ({
        ...{ medicationId, localDate, time, name, scheduledTime },
      }));
    const uncounted = doses.length - kept.length + older;
    return { id, accountId, createdAt: now, doses: kept, older: uncounted };
  });
  await insertUnsent(db, rows);
}

/** Lists the alerts that could not be sent and were not marked as seen, newest first. */
export async function listUnsent({ db, account }: MemberContext) {
  const mine = eq(unsentAlerts.accountId, account.id);
  const waiting = await db
    .select()
    .from(unsentAlerts)
    .where(and(mine, isNull(unsentAlerts.seenAt)))
    .orderBy(desc(unsentAlerts.createdAt));
  if (waiting.length === 0) return { alerts: [], more: 0 };
  const ids = waiting.map(({ id }) => id);
  const letters = await db
    .select({ alert: outbox.alert, job: jobs.key, failure: outbox.failure })
    .from(outbox)
    .leftJoin(jobs, and(eq(jobs.kind, outbox.kind), sql`${jobs.key} = ${outbox.id}::text`))
    .where(and(eq(outbox.accountId, account.id), inArray(outbox.alert, ids)));
  const failed = waiting
    .map((alert) => ({ alert, own: letters.filter((letter) => letter.alert === alert.id) }))
    // Only alerts whose messages have all failed are listed; a message without an attempt may still
    // arrive soon.
    .filter(({ own }) => own.every(({ failure }) => failure !== null));
  const shown = failed.slice(0, MAX_SHOWN);
  const doses = shown.map(({ alert }) => shownDoses.parse(alert.doses));
  const became = await outcomesOf(db, account.id, doses.flat());
  return {
    alerts: shown.map(({ alert: { id, createdAt, older }, own }, index) => ({
      id,
      createdAt: createdAt.toISOString(),
      older,
      reason: failureMessage(own.find(({ failure }) => failure !== null)?.failure ?? ''),
      isTriedAgain: own.some(({ job }) => job !== null),
      doses: (doses[index] ?? []).map((dose) => ({
        name: dose.name,
        scheduledTime: dose.scheduledTime,
        ...became(dose),
      })),
    })),
    more: failed.length - shown.length,
  };
}

/** Returns the current answers to the doses of alerts. */
async function outcomesOf(db: Db, accountId: string, doses: readonly KeptDose[]) {
  const keyOf = ({ medicationId, localDate, time }: Omit<KeptDose, 'name' | 'scheduledTime'>) =>
    `${medicationId} ${localDate} ${time}`;
  const medicationIds = doses.map(({ medicationId }) => medicationId);
  const dates = doses.map(({ localDate }) => localDate);
  const logs = await db
    .select()
    .from(medicationLogs)
    .where(
      and(
        eq(medicationLogs.accountId, accountId),
        inArray(medicationLogs.medicationId, medicationIds),
        inArray(medicationLogs.localDate, dates),
      ),
    );
  const byDose = new Map(logs.map((log) => [keyOf(log), log]));
  return (dose: KeptDose) => {
    const log = byDose.get(keyOf(dose));
    // A status that the server set is not an answer of a person.
    const isSaid = log !== undefined && log.loggedByName !== null;
    return isSaid && isAnswer(log.status)
      ? { said: log.status, saidAt: log.loggedAt.toISOString() }
      : { said: null, saidAt: null };
  };
}

function isAnswer(status: string): status is 'taken' | 'missed' | 'skipped' {
  return status === 'taken' || status === 'missed' || status === 'skipped';
}

export function subjectOf(
  doses: readonly Pick<StoredAlertDose, 'name' | 'localDate' | 'time'>[],
): string {
  return doses.map(({ name, localDate, time }) => `${name}, ${localDate} ${time}`).join('; ');
}

/** Marks an unsent alert as seen; of two concurrent calls only the first is recorded. */
export async function markSeen(id: string, context: MemberContext): Promise<void> {
  const { db, account, user, now } = context;
  const one = and(eq(unsentAlerts.accountId, account.id), eq(unsentAlerts.id, id));
  const [alert] = await db.select().from(unsentAlerts).where(one).for('update');
  if (alert === undefined) throw notFound();
  if (alert.seenAt !== null) return;
  const person = await findPerson(db, account.id, user.id);
  const seenBy = person === undefined ? '' : fullName(person);
  await db.update(unsentAlerts).set({ seenAt: now, seenBy }).where(one);
  await noteAct(db, context, 'alert-seen', subjectOf(shownDoses.parse(alert.doses)));
}
