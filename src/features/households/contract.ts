import { z } from 'zod';
import { newHousehold, paymentRefusals } from '#features/accounts/contract.ts';
import { accountRefusals } from '#features/accounts/refusals.ts';
import { user } from '#features/sessions/contract.ts';
import { sessionRefusals } from '#features/sessions/refusals.ts';
import { zoneOffsetRows } from '#features/settings/contract.ts';
import { ANSWERS } from '#features/today/answer.ts';
import { endpoint } from '#kit/shared/endpoint.ts';
import { some } from '#kit/shared/refusal.ts';
import { ROLES } from '#kit/shared/roles.ts';

const person = z.object({
  /** Empty stands for the household, which has nobody yet who is looked after. */
  name: z.string(),
  answer: z.enum(ANSWERS),
  /** Since when it is so, where that has a beginning. */
  since: z.iso.datetime().nullable(),
});

const household = z.object({
  id: z.string(),
  /** Shown as Customer ID. */
  accountNumber: z.string(),
  role: z.enum(ROLES),
  /** The one that this session is in. */
  isPresent: z.boolean(),
  /** Those who are looked after by their names; the Customer ID where there are none. */
  name: z.string(),
  /** Its subscription has expired: nothing of it is read. */
  isExpired: z.boolean(),
  timezone: z.string().nullable(),
  /** The server's offsets of `timezone`; empty if the subscription has expired. */
  timezoneOffsets: zoneOffsetRows,
  /** Those who need somebody first. */
  people: z.array(person),
  nextDoseAt: z.iso.datetime().nullable(),
});

export type Household = z.output<typeof household>;

export const householdsCalls = {
  list: endpoint('GET /api/households', {
    who: 'admin',
    summary: 'The households of whoever is signed in, those that need somebody first.',
    reply: z.array(household),
    allowedWhenExpired: true,
    allowedWhileBusy: true,
  }),
  add: endpoint('POST /api/households', {
    who: 'admin',
    summary:
      'Makes one more household of whoever is signed in, its super_admin, and goes on there.',
    body: newHousehold,
    reply: user,
    status: 201,
    allowedWhenExpired: true,
    allowedWhileBusy: true,
    invalidatesNothing: true,
    refusals: {
      ...some(
        accountRefusals,
        'registration-closed',
        'payment-missing',
        'households-full',
        'email-taken',
        'sign-up-under-way',
      ),
      ...some(sessionRefusals, 'too-many-attempts'),
      ...paymentRefusals,
    },
  }),
  switch: endpoint('POST /api/households/{id}/switch', {
    who: 'admin',
    summary: 'Ends this session and begins one in another household of the same person.',
    params: z.object({ id: z.uuid() }),
    reply: user,
    allowedWhenExpired: true,
    allowedWhileBusy: true,
    invalidatesNothing: true,
  }),
};

export type HouseholdsCalls = typeof householdsCalls;
