import { z } from 'zod';
import { alarmTest } from '#features/alarm-tests/contract.ts';
import { EMAIL_STATES, PUSH_STATES } from '#features/alerts/domain/channels.ts';
import { PRESENT_STATES } from '#features/alerts/domain/tablet-state.ts';
import { LOG_STATUSES } from '#features/medications/contract.ts';
import { device } from '#features/people/contract.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { ANSWERS, DOSE_STATES, TONE_NAMES } from './domain/answer.ts';

const dose = z.object({
  /** Derived from medication, local date and wall-clock time, so it is stable for the dose. */
  id: z.string(),
  medicationId: z.string(),
  scheduledTime: z.iso.datetime(),
  status: z.enum(LOG_STATUSES),
  state: z.enum(DOSE_STATES),
  /** The person who takes the medication; 'system' means every elder. */
  userId: z.string(),
  name: z.string(),
  dosage: z.string(),
  /** The author and time of the answer; null while pending, and if the server marked it missed. */
  by: z.string().nullable(),
  at: z.iso.datetime().nullable(),
  /** The names of the people who were alerted of this dose. */
  told: z.array(z.string()),
});

export type TodaysDose = z.output<typeof dose>;

const tablet = device.omit({ lastSeenAt: true }).extend({
  state: z.enum(PRESENT_STATES),
  /** The time at which the tablet was last seen, if it is unreachable; otherwise null. */
  silentSince: z.iso.datetime().nullable(),
  /** The last remote test of the alarm of this tablet. */
  test: alarmTest.pick({ askedAt: true, answeredAt: true, outcome: true }).nullable(),
});

export type Tablet = z.output<typeof tablet>;

const person = z.object({
  /** The id of the elder; null represents the household while it has no elder. */
  id: z.string().nullable(),
  /** The first name; with the last name if two people have the same first name. */
  name: z.string(),
  answer: z.enum(ANSWERS),
  /** 'Away until Sunday'; null if the person is not away. */
  away: z.string().nullable(),
  tablets: z.array(tablet),
  /** When the person last used the tablet or answered a dose. */
  lastThereAt: z.iso.datetime().nullable(),
  /** The present or next event of today. */
  nextEvent: z
    .object({ title: z.string(), startTime: z.string().nullable(), endTime: z.string().nullable() })
    .nullable(),
});

export type PersonToday = z.output<typeof person>;

/** The setup steps of a new household; each one is derived from the data. */
const steps = z.object({
  medication: z.boolean(),
  tablet: z.boolean(),
  zone: z.boolean(),
  sound: z.boolean(),
  alarm: z.boolean(),
  alert: z.boolean(),
  photos: z.boolean(),
  administrator: z.boolean(),
});

export type FirstSteps = z.output<typeof steps>;

const today = z.object({
  timezone: z.string(),
  /** The summary of all people in one line. */
  summary: z.object({ sentence: z.string(), tone: z.enum(TONE_NAMES) }),
  /** The elders, the most urgent one first. */
  people: z.array(person),
  /** The doses of all people, earliest first. */
  doses: z.array(dose),
  /** True if there is at least one active medication. */
  hasMedications: z.boolean(),
  firstSteps: steps,
  alerts: z.object({
    /** False if alerts can reach none of the administrators. */
    reachesSomebody: z.boolean(),
    people: z.array(
      z.object({ name: z.string(), email: z.enum(EMAIL_STATES), push: z.enum(PUSH_STATES) }),
    ),
    /** Number of alerts that could not be sent and have not been seen. */
    unsent: z.number().int(),
  }),
});

export type Today = z.output<typeof today>;

export const todayCalls = {
  read: endpoint('GET /api/today', {
    who: 'admin',
    summary: 'How everybody who is looked after is today: doses, tablets, alerts, what comes next.',
    reply: today,
    cache: 'household',
  }),
};

export type TodayCalls = typeof todayCalls;
