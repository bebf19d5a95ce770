import { z } from 'zod';
import { measureValue } from '#features/measures/contract.ts';
import { dayNote } from '#features/measures/note-contract.ts';
import { adherenceDay, medication } from '#features/medications/contract.ts';
import { awayPeriod } from '#features/medications/domain/away-period.ts';
import { sessionRefusals } from '#features/sessions/refusals.ts';
import { zoneOffsetRows } from '#features/settings/contract.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { LINK_DAYS } from './limits.ts';
import { doctorLinkRefusals } from './refusals.ts';

const link = z.object({
  id: z.string(),
  /** The elder whose page is shared. */
  userId: z.string(),
  createdAt: z.iso.datetime(),
  madeBy: z.string(),
  expiresAt: z.iso.datetime(),
  openings: z.number().int(),
  openedAt: z.iso.datetime().nullable(),
});

export type DoctorLink = z.output<typeof link>;

/** Fields that the page does not show are not sent. */
const unshown = { userId: true, version: true } as const;
const unsigned = { ...unshown, personName: true, correctedBy: true } as const;

/** Each `id` is a number within the page, so that a link reveals no id of the database. */
const page = z.object({
  /** Full name of the elder. */
  name: z.string(),
  timezone: z.string(),
  timezoneOffsets: zoneOffsetRows.optional(),
  expiresAt: z.iso.datetime(),
  medications: z.array(medication.omit(unshown)),
  adherence: z.array(adherenceDay),
  away: z.array(awayPeriod),
  /** The measurements of the last 30 days. */
  measures: z.array(measureValue.omit(unsigned)),
  notes: z.array(dayNote.omit(unsigned)),
});

export type SharedPage = z.output<typeof page>;

/** The refusals of the endpoints that need no sign-in. */
const openingRefusals = {
  ...some(doctorLinkRefusals, 'doctor-link-over'),
  ...some(sessionRefusals, 'too-many-attempts', 'subscription-expired'),
  ...some(platformRefusals, 'too-busy'),
};

export const doctorLinkCalls = {
  list: endpoint('GET /api/doctor-links', {
    who: 'admin',
    summary: 'The valid links, newest first, with their expiry and number of openings.',
    reply: z.array(link),
  }),
  make: endpoint('POST /api/doctor-links', {
    who: 'admin',
    summary:
      "Creates a link to an elder's page for the doctor; only this response contains its address.",
    body: z
      .object({
        userId: z.uuid(),
        days: z.literal(LINK_DAYS, 'Please choose for how long.').default(LINK_DAYS[0]),
      })
      .strict(),
    reply: link.extend({ url: z.url() }),
    status: 201,
    refusals: {
      ...some(doctorLinkRefusals, 'doctor-links-full'),
      ...some(platformRefusals, 'not-found'),
    },
  }),
  end: endpoint('DELETE /api/doctor-links/{id}', {
    who: 'admin',
    summary: 'Ends a link at once.',
    params: z.object({ id: z.uuid() }),
  }),
  open: endpoint('GET /api/doctor-links/{token}/page', {
    who: 'anyone',
    summary: 'The page for the doctor, for any client that has its link; the opening is logged.',
    params: z.object({ token: z.string().max(100) }),
    reply: page,
    refusals: openingRefusals,
  }),
  picture: endpoint('GET /api/doctor-links/{token}/pictures/{filename}', {
    who: 'anyone',
    summary:
      "The photo of a pill on the page for the doctor, for any client that has the page's link.",
    params: z.object({ token: z.string().max(100), filename: z.string().max(100) }),
    file: true,
    refusals: { ...openingRefusals, ...some(platformRefusals, 'not-found') },
  }),
};

export type DoctorLinkCalls = typeof doctorLinkCalls;
