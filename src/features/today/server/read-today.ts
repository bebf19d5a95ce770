import { sql } from 'drizzle-orm';
import { parameter, prepared } from '#database/prepared.ts';
import { users } from '#database/schema/households.ts';
import { testsOfDevices } from '#features/alarm-tests/server.ts';
import { hasReceivedTest, listChannels, listUnsent } from '#features/alerts/server.ts';
import { lastUses } from '#features/analytics/server.ts';
import { whoIsAway } from '#features/away/server.ts';
import { notYetOver } from '#features/calendar/domain/day-schedule.ts';
import { todaysEvents } from '#features/calendar/server.ts';
import { toldOf } from '#features/medications/server.ts';
import { namedElders } from '#features/people/domain/elders.ts';
import { hasPhotos } from '#features/photos/server.ts';
import { showTheSame } from '#features/settings/domain/time-zones.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { inTurns } from '#platform/server/jobs/yielding.ts';
import type { MailParts } from '#platform/server/outbound/mail.ts';
import { ROLES } from '#platform/shared/roles.ts';
import { localTime } from '#platform/shared/zoned-time.ts';
import { byNeed } from '../domain/answer.ts';
import { nextEventOf } from '../domain/next-event.ts';
import { stripMessage, TONES } from '../domain/today-messages.ts';
import { answerFor, readDeviceStates, readDoseStates } from './current-states.ts';

/**
 * Reads the present state of a household. The response is valid until time alone changes a part of
 * it.
 */
export async function readToday(context: MemberContext, mail: MailParts) {
  const { db, account, now } = context;
  const everybody = await peopleOf(context);
  const elders = namedElders(everybody);
  const ids = elders.map(({ id }) => id);
  const known = await dosesNow(context, everybody, ids);
  const tablets = await tabletsNow(context, ids);
  const away = await whoIsAway(context, known.timezone);
  const { events } = await todaysEvents(db, { accountId: account.id, user: context.user }, now);
  const uses = await lastUses(db, account.id, ids, now);
  const ahead = notYetOver(events, localTime(now, known.timezone));
  const standing = { doses: known.doses, devices: tablets, away };
  const people = await inTurns(elders, ({ id, name }) => {
    const { answer, theirs } = answerFor(id, standing);
    const next = nextEventOf(ahead, id, known.timezone);
    if (next.until) context.cacheUntil(next.until);
    return {
      id,
      name,
      answer,
      away: away(id) ?? null,
      tablets: theirs,
      lastThereAt: lastThere(uses.get(id), known.saidAt.get(id)),
      nextEvent: next.event,
    };
  });
  const channels = await listChannels(context, mail);
  const unsent = await listUnsent(context);
  // A household without an elder is shown as one person with the id null.
  const nobody = {
    ...{ id: null, name: '', answer: answerFor(null, standing).answer, away: away(null) ?? null },
    ...{ tablets: [], lastThereAt: null, nextEvent: null },
  };
  const listed = people.length > 0 ? byNeed(people) : [nobody];
  return {
    timezone: known.timezone,
    summary: {
      sentence: stripMessage({ people: listed, doses: known.doses }),
      tone: TONES[listed[0]?.answer ?? 'all-right'],
    },
    people: listed,
    doses: known.doses,
    hasMedications: known.hasMedications,
    firstSteps: {
      medication: known.hasMedications,
      tablet: tablets.length > 0,
      zone: tablets.some((one) => one.timezone && showTheSame(one.timezone, known.timezone, now)),
      sound: tablets.some(({ soundReady }) => soundReady === true),
      alarm: tablets.some(({ test }) => test?.outcome === 'sounded'),
      alert: await hasReceivedTest(db, account.id),
      photos: await hasPhotos(db, account.id),
      administrator: everybody.filter(({ role }) => role !== 'user').length > 1,
    },
    alerts: { ...channels, unsent: unsent.alerts.length + unsent.more },
  };
}

export async function peopleOf({ db, account }: MemberContext) {
  const rows = await everybodyOf(db, { accountId: account.id });
  return rows.map((row) => ({
    ...row,
    role: ROLES.find((role) => role === row.role) ?? 'user',
  }));
}

const everybodyOf = prepared(
  'everybody_of',
  { id: users.id, role: users.role, firstName: users.firstName, lastName: users.lastName },
  (selected) => sql`
    select ${selected} from ${users}
    where ${users.accountId} = ${parameter('accountId', users.accountId)}`,
);

async function dosesNow(
  context: MemberContext,
  people: readonly { readonly id: string; readonly firstName: string }[],
  elders: readonly string[],
) {
  const { stood, timezone, isEmpty } = await readDoseStates(context, elders);
  const troubled = stood.filter(({ state }) => state === 'overdue' || state === 'missed');
  const told = await toldOf(
    context.db,
    context.account.id,
    troubled.map(({ dose }) => dose),
  );
  const nameOf = (id: string) => people.find((person) => person.id === id)?.firstName;
  return {
    timezone,
    hasMedications: !isEmpty,
    saidAt: lastSaidAt(stood),
    doses: await inTurns(stood, ({ item, state, said, userId }) => ({
      ...{ id: item.id, medicationId: item.medicationId, userId },
      ...{ scheduledTime: item.scheduledTime, status: item.status, state },
      ...{ name: item.medication.name, dosage: item.medication.dosage },
      by: said?.by ?? null,
      at: said?.by ? new Date(said.at).toISOString() : null,
      told: (told.get(item.id) ?? []).flatMap((id) => nameOf(id) ?? []),
    })),
  };
}

/** Returns the devices of these people, each with its last alarm test. */
async function tabletsNow(context: MemberContext, userIds: readonly string[]) {
  const devices = await readDeviceStates(context, userIds);
  const tests = await testsOfDevices(context);
  return devices.map((device) => ({
    ...device,
    test: tests.find(({ deviceId }) => deviceId === device.id) ?? null,
  }));
}

/** Returns when each person last answered a dose, in milliseconds since 1970. */
function lastSaidAt(
  doses: readonly {
    readonly said: { readonly byId: string | null; readonly at: string } | undefined;
  }[],
) {
  const lastBy = new Map<string, number>();
  for (const { said } of doses) {
    if (said?.byId)
      lastBy.set(said.byId, Math.max(lastBy.get(said.byId) ?? 0, Date.parse(said.at)));
  }
  return lastBy;
}

function lastThere(use: Date | undefined, saidAt = 0): string | null {
  const latest = Math.max(use?.getTime() ?? 0, saidAt);
  return latest === 0 ? null : new Date(latest).toISOString();
}
