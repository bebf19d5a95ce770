import { z } from 'zod';
import { personRefusals } from '#features/people/refusals.ts';
import { typedPassword } from '#features/sessions/contract.ts';
import { recentSignInRefusals, sessionRefusals } from '#features/sessions/refusals.ts';
import { changeRefusals } from '#features/subscription/refusals.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { MAX_DOWNLOAD_BYTES, MAX_IMPORT_MS, TOO_LARGE } from './limits.ts';
import { householdRefusals } from './refusals.ts';

export const importResult = z.object({
  /** Number of imported rows, by section. */
  counts: z.record(z.string(), z.int()),
  /** Number of files that were already missing when the export was made. */
  lostFiles: z.int(),
  /** Sentences about differences from the original. */
  notes: z.array(z.string()),
});

export type ImportResult = z.output<typeof importResult>;

export const householdCalls = {
  makeTicket: endpoint('POST /api/export/ticket', {
    who: 'super_admin',
    summary: 'Creates a ticket for one download within a minute; requires a recent sign-in.',
    body: z.object({ password: typedPassword.optional() }).strict(),
    reply: z.object({ ticket: z.string() }),
    status: 201,
    invalidatesNothing: true,
    refusals: recentSignInRefusals,
  }),
  export: endpoint('GET /api/export', {
    who: 'super_admin',
    summary: 'All data of the household as a zip file.',
    query: z.object({ ticket: z.string().min(1).max(200) }).strict(),
    download: true,
    replica: true,
    refusals: some(householdRefusals, 'download-used'),
  }),
  mayImport: endpoint('GET /api/import', {
    who: 'super_admin',
    summary: 'Whether a download can be imported; only an empty household can import.',
    reply: z.object({ isEmpty: z.boolean() }),
    allowedWhileBusy: true,
  }),
  import: endpoint('POST /api/import', {
    who: 'super_admin',
    summary: 'Imports a download into an empty household, completely or not at all.',
    upload: {
      field: 'download',
      mostBytes: MAX_DOWNLOAD_BYTES,
      tooLarge: TOO_LARGE,
      longestMs: MAX_IMPORT_MS,
    },
    reply: importResult,
    refusals: {
      ...some(sessionRefusals, 'too-many-attempts'),
      ...some(
        householdRefusals,
        'household-not-empty',
        'import-under-way',
        'import-interrupted',
        'too-little-room-for-download',
        'not-a-download',
        'unreadable-zip',
        'newer-download',
        'older-download',
        'download-of-another-version',
        'download-incomplete',
        'download-altered',
        'download-with-other-files',
        'download-too-large',
        'wrong-line-in-download',
        'wrong-picture-in-download',
        'download-contradicts-itself',
      ),
      ...some(personRefusals, 'too-many-people-in-download'),
      ...some(platformRefusals, 'too-busy'),
    },
  }),
  remove: endpoint('DELETE /api/account', {
    who: 'super_admin',
    summary:
      'Deletes the household with all its data and ends its subscription; requires a recent sign-in.',
    body: z
      .object({
        password: typedPassword.optional(),
        customerId: z.string().trim().min(1, 'Please type the Customer ID.').max(50),
      })
      .strict(),
    refusals: {
      ...some(householdRefusals, 'wrong-customer-id'),
      ...recentSignInRefusals,
      ...changeRefusals,
    },
  }),
};

export type HouseholdCalls = typeof householdCalls;
