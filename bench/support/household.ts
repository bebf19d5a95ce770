import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  medication,
  medicationLog,
  type NewMedication,
} from '../../src/features/medications/contract.ts';
import { registrationForm } from '../../tests/support/registration.ts';

export interface Household {
  /** Returns the same household for a server that has restarted at another URL. */
  at(url: string): Household;
  /** Adds a medication, by default one taken as needed; returns its id. */
  addMedication(frequency?: 'as_needed' | 'daily'): Promise<string>;
  /** Sends the poll that a tablet sends every 30 seconds. */
  poll(): Promise<void>;
  logDose(medicationId: string, scheduledTime: string, notes: string): Promise<void>;
  /** Logs a dose as a tablet does: by its id, with an idempotency key. */
  takeDose(medicationId: string, date: string, time: string): Promise<void>;
  medicationIds(): Promise<string[]>;
  /** Returns the notes of a medication's logs by scheduled time. */
  logsOf(medicationId: string): Promise<Map<string, string>>;
}

/** Registers a household and signs in; throws on an error response. */
export async function registerHousehold(url: string): Promise<Household> {
  const cookie = await registerCookie(url, 'ada@example.com');
  return householdAt(url, cookie);
}

/** Registers a household with the given changes of the form; returns its administrator's cookie. */
export async function registerCookie(
  url: string,
  email: string,
  changed: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const answer = await post(url, '/api/auth/register', '', registrationForm(email, changed));
  return cookieOf(answer);
}

/** Registers a household and pairs a tablet; returns the cookie of the tablet. */
export async function pairedCookie(url: string, email: string): Promise<string> {
  return pairTablet(url, await registerCookie(url, email));
}

/**
 * Adds an elder to the administrator's household and pairs a tablet; returns the cookie of the
 * tablet.
 */
export async function pairTablet(url: string, cookie: string): Promise<string> {
  const person = { firstName: 'Edith', lastName: 'Clarke' };
  const { id } = z
    .object({ id: z.string() })
    .parse(await (await post(url, '/api/users', cookie, person)).json());
  const { link } = z
    .object({ link: z.string() })
    .parse(await (await post(url, `/api/users/${id}/pairing-code`, cookie, {})).json());
  const code = new URL(link).searchParams.get('code') ?? '';
  return cookieOf(await post(url, '/api/auth/pair', '', { code }));
}

/** Registers a household with eight doses a day; returns its administrator's cookie. */
export async function polledHousehold(url: string): Promise<string> {
  const cookie = await registerCookie(url, 'bench@example.com');
  for (const name of ['Lisinopril', 'Metformin', 'Atorvastatin', 'Vitamin D']) {
    await addDoses(url, cookie, name, ['08:00', '20:00']);
  }
  return cookie;
}

/** Adds a medication with these daily times in the household's time zone. */
export async function addDoses(
  url: string,
  cookie: string,
  name: string,
  times: readonly string[],
): Promise<void> {
  const frequency = times.length === 2 ? 'twice_daily' : 'daily';
  const startDate = '2026-01-01';
  const medication = { name, dosage: 'one tablet', frequency, times, startDate };
  await post(url, '/api/medications', cookie, medication);
}

/** Converts cookies to Playwright's format. */
export function browserCookies(cookie: string, url: string) {
  return cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return { name, value, url };
  });
}

/** Converts the cookies of a response to a request header. */
function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
}

function householdAt(url: string, cookie: string): Household {
  const get = async (path: string) => accepted(await fetch(url + path, { headers: { cookie } }));
  return {
    at: (other) => householdAt(other, cookie),
    async addMedication(frequency = 'as_needed') {
      const wanted: NewMedication = {
        name: 'Lisinopril',
        frequency,
        times: frequency === 'daily' ? ['08:00'] : [],
        startDate: '2016-01-01',
      };
      const answer = await post(url, '/api/medications', cookie, wanted);
      return medication.parse(await answer.json()).id;
    },
    async poll() {
      await (await get('/api/upcoming-medications')).text();
    },
    async logDose(medicationId, scheduledTime, notes) {
      const log = { medicationId, scheduledTime, status: 'taken', notes };
      await (await post(url, '/api/medication-logs', cookie, log)).text();
    },
    async takeDose(medicationId, date, time) {
      const doseId = `${medicationId}_${date}_${time.replace(':', '')}`;
      const scheduledTime = `${date}T${time}:00.000Z`;
      const log = { medicationId, doseId, scheduledTime, status: 'taken', notes: '' };
      const key = { 'idempotency-key': randomUUID() };
      await (await post(url, '/api/medication-logs', cookie, log, key)).text();
    },
    async medicationIds() {
      const all = z.array(medication).parse(await (await get('/api/medications')).json());
      return all.map(({ id }) => id);
    },
    async logsOf(medicationId) {
      const path = `/api/medication-logs?medicationId=${medicationId}&limit=1000`;
      const logs = z.array(medicationLog).parse(await (await get(path)).json());
      return new Map(logs.map((log) => [new Date(log.scheduledTime).toISOString(), log.notes]));
    },
  };
}

async function post(
  url: string,
  path: string,
  cookie: string,
  body: object,
  more: Record<string, string> = {},
): Promise<Response> {
  const headers = { 'content-type': 'application/json', cookie, ...more };
  return accepted(await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

async function accepted(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
}
