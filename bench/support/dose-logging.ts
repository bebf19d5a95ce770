import type pg from 'pg';
import { type Cost, costOf, type Subject } from './cpu-cost.ts';
import { registerHousehold } from './household.ts';
import { startOnNewDatabase } from './measured-server.ts';
import { REFERENCE, startReference } from './reference.ts';

/** Local time of the daily dose. */
const TIME = '08:00';

const AT_ONCE = 4;

/** Number of days whose doses are logged per medication; a medication has no earlier doses. */
const DAYS = 3_000;
const MEDICATIONS = 3;

/**
 * A server with a household whose doses can be logged. `number` identifies a dose, which is logged
 * only once.
 */
export interface Logging extends Subject {
  log(number: number): Promise<void>;
}

/** Starts the product's server with the program at this path. */
export async function productLogging(
  name: string,
  program: string,
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
): Promise<Logging> {
  const { server, database } = await startOnNewDatabase(program, { url, dataDir });
  const household = await registerHousehold(server.url);
  const medicationIds: string[] = [];
  while (medicationIds.length < MEDICATIONS)
    medicationIds.push(await household.addMedication('daily'));
  const log = async (number: number) => {
    const medicationId = medicationIds[Math.floor(number / DAYS)];
    if (medicationId === undefined) throw new Error('There are no more doses to log.');
    await household.takeDose(medicationId, dayOf(number % DAYS), TIME);
  };
  return { name, server, database, log };
}

/** Starts the reference server, to which the limits of the benches refer. */
export async function referenceLogging(url: string): Promise<Logging> {
  const subject = await startReference(url);
  const { server, cookie, medicationId } = subject;
  const log = async (number: number) => {
    const body = {
      medicationId,
      scheduledTime: `${dayOf(number)}T${TIME}:00.000Z`,
      status: 'taken',
      notes: '',
    };
    const made = await fetch(`${server.url}/medication-logs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    if (made.status !== 201) throw new Error(`${REFERENCE} answered ${made.status}`);
    await made.text();
  };
  return { ...subject, log };
}

function dayOf(number: number): string {
  const day = new Date(Date.UTC(2026, 0, 1) - number * 86_400_000);
  return day.toISOString().slice(0, 10);
}

/** Measures the cost of one log as the mean of `logs` doses, starting with number `from`. */
export async function costOfLogs(
  subject: Logging,
  client: pg.Client,
  { from, logs }: { readonly from: number; readonly logs: number },
): Promise<Cost> {
  const waiting = Array.from({ length: logs }, (_, at) => from + at);
  const worker = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      await subject.log(next);
  };
  const all = await costOf(subject, client, async () => {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  });
  return { node: all.node / logs, database: all.database / logs };
}
