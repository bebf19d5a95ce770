import { sql } from 'drizzle-orm';
import { given, prepared } from '#database/prepared.ts';
import { users } from '#database/schema/households.ts';
import { testsOfDevices } from '#features/alarm-tests/server.ts';
import { hasReceivedTest, listChannels, listUnsent } from '#features/alerts/server.ts';
import { presentState } from '#features/alerts/tablet-state.ts';
import { lastUses } from '#features/analytics/server.ts';
import { whoIsAway } from '#features/away/server.ts';
import { todaysEvents } from '#features/calendar/server.ts';
import { todaysDoses, toldOf } from '#features/medications/server.ts';
import { namedElders } from '#features/people/elders.ts';
import { hasPhotos } from '#features/photos/server.ts';
import { listDevicesOf } from '#features/sessions/server.ts';
import { showTheSame } from '#features/settings/time-zones.ts';
import type { MemberContext } from '#kit/server/feature.ts';
import { ROLES } from '#kit/shared/roles.ts';
import { answerOf, byNeed, doseState } from '../answer.ts';
import { nextEventOf } from '../next-event.ts';
import { stripMessage, TONES } from '../today-messages.ts';

type Doses = Awaited<ReturnType<typeof dosesNow>>;

/** Everything that says how a household is at this moment; valid until something of it changes by itself. */
export async function readToday(context: MemberContext, canMail: boolean) {
  const { db, account, now } = context;
  const everybody = await peopleOf(context);
  const elders = namedElders(everybody);
  const ids = elders.map(({ id }) => id);
  const known = await dosesNow(context, everybody, ids);
  const tablets = await tabletsNow(context, ids);
  const away = await whoIsAway(context, known.timezone);
  const { events } = await todaysEvents(db, { accountId: account.id, user: context.user }, now);
  const uses = await lastUses(db, account.id, ids, now);
  const people = elders.map(({ id, name }) => {
    const own = known.doses.filter(({ userId }) => userId === id || userId === 'system');
    const theirs = tablets.filter((one) => one.userId === id);
    const next = nextEventOf(events, id, now, known.timezone);
    if (next.until) context.cacheUntil(next.until);
    return {
      id,
      name,
      answer: answerOf({
        isSomebody: true,
        isAway: away(id) !== undefined,
        doses: own.map(({ state }) => state),
        tablets: theirs.map(({ state }) => state),
      }),
      away: away(id) ?? null,
      tablets: theirs,
      lastThereAt: lastThere(uses.get(id), known.saidBy(id)),
      nextEvent: next.event,
    };
  });
  const channels = await listChannels(context, canMail);
  const unsent = await listUnsent(context);
  const listed = people.length > 0 ? byNeed(people) : [nobody(known, away(null))];
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

/** Everybody of the household. */
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
    where ${users.accountId} = ${given('accountId', users.accountId)}`,
);

/** The household stands in for whom it has not yet. */
function nobody({ doses }: Doses, away: string | undefined) {
  const states = doses.map(({ state }) => state);
  const answer = answerOf({
    isSomebody: false,
    isAway: away !== undefined,
    doses: states,
    tablets: [],
  });
  return {
    id: null,
    name: '',
    answer,
    away: away ?? null,
    tablets: [],
    lastThereAt: null,
    nextEvent: null,
  };
}

async function dosesNow(
  context: MemberContext,
  people: readonly { readonly id: string; readonly firstName: string }[],
  elders: readonly string[],
) {
  const { db, account, now } = context;
  const { doses, timezone, isEmpty, validUntil } = await todaysDoses(db, context, now);
  context.cacheUntil(validUntil);
  const stood = doses.map((one) => {
    const scheduledTime = new Date(one.item.scheduledTime);
    return { ...one, ...doseState({ status: one.item.status, scheduledTime }, now) };
  });
  for (const { until } of stood) if (until) context.cacheUntil(until);
  const troubled = stood.filter(({ state }) => state === 'overdue' || state === 'missed');
  const told = await toldOf(
    db,
    account.id,
    troubled.map(({ dose }) => dose),
  );
  const nameOf = (id: string) => people.find((person) => person.id === id)?.firstName;
  return {
    timezone,
    hasMedications: !isEmpty,
    /** When that person said something of a dose last. */
    saidBy: (id: string) =>
      stood.flatMap(({ said }) => (said?.byId === id ? [new Date(said.at)] : [])),
    doses: stood.map(({ item, state, said }) => ({
      ...{ id: item.id, medicationId: item.medicationId },
      // What is for nobody who is looked after is everybody's, so that no dose is lost.
      userId: elders.includes(item.userId) ? item.userId : 'system',
      ...{ scheduledTime: item.scheduledTime, status: item.status, state },
      ...{ name: item.medication.name, dosage: item.medication.dosage },
      by: said?.by ?? null,
      at: said?.by ? new Date(said.at).toISOString() : null,
      told: (told.get(item.id) ?? []).flatMap((id) => nameOf(id) ?? []),
    })),
  };
}

/** The devices of these people, with how each is now. */
async function tabletsNow(context: MemberContext, userIds: readonly string[]) {
  const devices = await listDevicesOf(context, userIds);
  const tests = await testsOfDevices(context);
  return devices.map((device) => {
    const { state, until } = presentState(device, context.now);
    context.cacheUntil(until);
    const test = tests.find(({ deviceId }) => deviceId === device.id) ?? null;
    // Of one that answers, when exactly it was heard last would be news twice a minute.
    const silentSince = state === 'gone' ? device.lastSeenAt : null;
    return { ...device, silentSince, state, test };
  });
}

function lastThere(use: Date | undefined, said: readonly Date[]): string | null {
  const latest = Math.max(use?.getTime() ?? 0, ...said.map(Number));
  return latest === 0 ? null : new Date(latest).toISOString();
}
