import { z } from 'zod';
import { alarmTest } from '#features/alarm-tests/contract.ts';
import { EMAIL_STATES, PUSH_STATES } from '#features/alerts/channels.ts';
import { PRESENT_STATES } from '#features/alerts/tablet-state.ts';
import { LOG_STATUSES } from '#features/medications/contract.ts';
import { device } from '#features/people/contract.ts';
import { endpoint } from '#kit/shared/endpoint.ts';
import { ANSWERS, DOSE_STATES, TONE_NAMES } from './answer.ts';

const dose = z.object({
  /** Stable for the dose: medication, local date and wall-clock time. */
  id: z.string(),
  medicationId: z.string(),
  scheduledTime: z.iso.datetime(),
  status: z.enum(LOG_STATUSES),
  state: z.enum(DOSE_STATES),
  /** The person it is for; 'system' is everyone. */
  userId: z.string(),
  name: z.string(),
  dosage: z.string(),
  /** Who said so and when; null while it waits, and where it was marked by itself. */
  by: z.string().nullable(),
  at: z.iso.datetime().nullable(),
  /** To whom an alert of it went out, by name. */
  told: z.array(z.string()),
});

export type TodaysDose = z.output<typeof dose>;

const tablet = device.omit({ lastSeenAt: true }).extend({
  state: z.enum(PRESENT_STATES),
  /** When it was heard last, of one that does not answer. */
  silentSince: z.iso.datetime().nullable(),
  /** The last time that its alarm was tried from afar. */
  test: alarmTest.pick({ askedAt: true, answeredAt: true, outcome: true }).nullable(),
});

export type Tablet = z.output<typeof tablet>;

const person = z.object({
  /** Null stands for the household, which has nobody yet who is looked after. */
  id: z.string().nullable(),
  /** The first name; with the last where two have the same. */
  name: z.string(),
  answer: z.enum(ANSWERS),
  /** 'Away until Sunday'; null for who is there. */
  away: z.string().nullable(),
  tablets: z.array(tablet),
  /** When they used something or answered a dose themselves. */
  lastThereAt: z.iso.datetime().nullable(),
  /** Of today; the one that goes on, or comes. */
  nextEvent: z
    .object({ title: z.string(), startTime: z.string().nullable(), endTime: z.string().nullable() })
    .nullable(),
});

export type PersonToday = z.output<typeof person>;

/** What a household does at first; each follows from what is there. */
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
  /** All of it in one line. */
  summary: z.object({ sentence: z.string(), tone: z.enum(TONE_NAMES) }),
  /** Those who need somebody first. */
  people: z.array(person),
  /** Everybody's, earliest first. */
  doses: z.array(dose),
  /** Whether there is any medication that is not paused. */
  hasMedications: z.boolean(),
  /** Which of the first steps are done. */
  firstSteps: steps,
  alerts: z.object({
    /** False while nothing that is sent can reach anybody. */
    reachesSomebody: z.boolean(),
    people: z.array(
      z.object({ name: z.string(), email: z.enum(EMAIL_STATES), push: z.enum(PUSH_STATES) }),
    ),
    /** Alerts that could not be sent and that nobody has seen. */
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
