import { z } from 'zod';
import { newHousehold, paymentRefusals } from '#features/accounts/contract.ts';
import { accountRefusals } from '#features/accounts/refusals.ts';
import { user } from '#features/sessions/contract.ts';
import { sessionRefusals } from '#features/sessions/refusals.ts';
import { zoneOffsetRows } from '#features/settings/contract.ts';
import { ANSWERS } from '#features/today/domain/answer.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { ROLES } from '#platform/shared/roles.ts';

const person = z.object({
  /** The name of the elder; empty for the household itself while it has no elder. */
  name: z.string(),
  answer: z.enum(ANSWERS),
  /** The start of the status, if it has one. */
  since: z.iso.datetime().nullable(),
});

const household = z.object({
  id: z.string(),
  /** Shown as Customer ID. */
  accountNumber: z.string(),
  role: z.enum(ROLES),
  /** True for the household of this session. */
  isPresent: z.boolean(),
  /** The names of the elders; the Customer ID if there are none. */
  name: z.string(),
  /** True if the subscription has expired; the data of such a household is not read. */
  isExpired: z.boolean(),
  timezone: z.string().nullable(),
  /** The server's offsets of `timezone`; empty if the subscription has expired. */
  timezoneOffsets: zoneOffsetRows,
  /** The elders, the most urgent one first. */
  people: z.array(person),
  nextDoseAt: z.iso.datetime().nullable(),
});

export type Household = z.output<typeof household>;

export const householdsCalls = {
  list: endpoint('GET /api/households', {
    who: 'admin',
    summary: 'The households of the signed-in person, the most urgent first.',
    reply: z.array(household),
    allowedWhenExpired: true,
    allowedWhileBusy: true,
  }),
  add: endpoint('POST /api/households', {
    who: 'admin',
    summary:
      'Creates another household with the signed-in person as super_admin, and switches the session to it.',
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
    summary: 'Ends this session and starts one in another household of the same person.',
    params: z.object({ id: z.uuid() }),
    reply: user,
    allowedWhenExpired: true,
    allowedWhileBusy: true,
    invalidatesNothing: true,
  }),
};

export type HouseholdsCalls = typeof householdsCalls;
