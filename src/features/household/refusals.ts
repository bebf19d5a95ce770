import { type RefusalKinds, refusalsOf } from '#platform/shared/refusal.ts';

export const householdRefusals = {
  'wrong-customer-id': {
    status: 400,
    sentence: 'This is not the Customer ID of this household.',
    field: 'customerId',
  },
  'download-used': {
    status: 404,
    sentence: 'This download was fetched already, or too late. Please begin again.',
  },
  'household-not-empty': { status: 409 },
  'import-under-way': {
    status: 409,
    sentence: 'A download is being brought in already. Please wait until it is there.',
  },
  'import-interrupted': { status: 409, sentence: 'This was interrupted. Please try again.' },
  'too-little-room-for-download': { status: 409 },
  'not-a-download': {
    status: 400,
    sentence: 'This is no download of a household. Please choose the zip file itself.',
  },
  'unreadable-zip': { status: 400 },
  'newer-download': {
    status: 400,
    sentence:
      'This download was made by a newer version of this product. Please update this server first.',
  },
  'older-download': {
    status: 400,
    sentence: 'This download is of an old version that is not known here any more.',
  },
  'download-of-another-version': { status: 400 },
  'download-incomplete': { status: 400 },
  'download-altered': { status: 400 },
  'download-with-other-files': { status: 400 },
  'download-too-large': { status: 400 },
  'wrong-line-in-download': { status: 400 },
  'wrong-picture-in-download': { status: 400 },
  'download-contradicts-itself': {
    status: 400,
    sentence: 'This download contradicts itself and cannot be brought in.',
  },
} as const satisfies RefusalKinds;

export const householdRefusal = refusalsOf(householdRefusals);
