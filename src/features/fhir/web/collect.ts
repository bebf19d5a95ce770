import type { MeasureCalls, MeasureValue } from '#features/measures/contract.ts';
import { MAX_CONCURRENT } from '#features/measures/limits.ts';
import type { Medication, MedicationCalls, MedicationLog } from '#features/medications/contract.ts';
import { MAX_LOGS } from '#features/medications/limits.ts';
import type { PeopleCalls, Person } from '#features/people/contract.ts';
import { addDays } from '#platform/shared/zoned-time.ts';
import { callersOf } from '#platform/web/api.ts';
import { serverNow } from '#platform/web/server-clock.ts';
import {
  bundle,
  device,
  medicationAdministration,
  medicationStatement,
  observation,
  patient,
} from '../domain/resources.ts';

const calls = callersOf<
  Pick<MedicationCalls, 'listLogs'> &
    Pick<PeopleCalls, 'listDevices'> & { listValues: MeasureCalls['list'] }
>()({
  listLogs: 'GET /api/medication-logs',
  listDevices: 'GET /api/users/{id}/devices',
  listValues: 'GET /api/measure-values',
});

/** Number of days per request. */
const DAYS_AT_ONCE = 7;

export interface Wanted {
  readonly elder: Pick<Person, 'id' | 'firstName' | 'lastName'>;
  /** True for the elder's and the household's medications; doses of others are excluded. */
  readonly isTheirs: (medication: Pick<Medication, 'userId'>) => boolean;
  readonly medications: readonly Medication[];
  /** Returns a sentence about the times and limits of a medication. */
  readonly how: (medication: Medication) => string;
  /** Local dates, both inclusive. */
  readonly from: string;
  readonly to: string;
}

/** Fetches the doses and measurements of those days and creates one bundle of an elder. */
export async function collectBundle(wanted: Wanted) {
  const { elder, isTheirs, medications, how, from, to } = wanted;
  const own = medications.filter(isTheirs);
  const others = new Set(medications.filter((each) => !isTheirs(each)).map(({ id }) => id));
  const stated = new Set(own.map(({ id }) => id));
  const devices = await calls.listDevices({ params: { id: elder.id } });
  const logs = await logsBetween(from, to);
  const values = await valuesBetween(elder.id, from, to);
  return bundle(
    [
      patient(elder),
      ...devices.filter(({ kind }) => kind === 'tablet').map((each) => device(each, elder.id)),
      ...own.map((each) => medicationStatement(each, how(each), { subject: elder.id, today: to })),
      ...logs
        .filter(({ medicationId }) => !others.has(medicationId))
        .flatMap(
          (log) => medicationAdministration(log, { subject: elder.id, medications: stated }) ?? [],
        ),
      ...values.map((value) => observation(value, elder.id)),
    ],
    new Date(serverNow()),
  );
}

/** Returns all logs, oldest first; each request covers as many days as fit into one response. */
async function logsBetween(
  from: string,
  to: string,
  days = DAYS_AT_ONCE,
): Promise<MedicationLog[]> {
  const all: MedicationLog[] = [];
  for (let first = from; first <= to; first = addDays(first, days)) {
    const end = addDays(first, days - 1);
    const last = end < to ? end : to;
    const logs = await calls.listLogs({ query: { from: first, to: last, limit: MAX_LOGS } });
    const isCut = logs.length === MAX_LOGS && days > 1;
    all.push(...(isCut ? await logsBetween(first, last, 1) : [...logs].reverse()));
  }
  return all;
}

/** Returns all measured values, oldest first, page by page. */
async function valuesBetween(userId: string, from: string, to: string): Promise<MeasureValue[]> {
  const all: MeasureValue[] = [];
  for (;;) {
    const before = all.at(-1)?.id;
    const query = { userId, from, to, limit: MAX_CONCURRENT, ...(before && { before }) };
    const page = await calls.listValues({ query });
    all.push(...page);
    if (page.length < MAX_CONCURRENT) return all.reverse();
  }
}
