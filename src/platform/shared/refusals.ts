import { type Refusal, type RefusalKinds, refusalsOf } from './refusal.ts';

/** Refusals that a call of any feature can answer. */
export const platformRefusals = {
  'not-understood': {
    status: 400,
    sentence: 'That could not be understood. Please check it and try again.',
  },
  'invalid-input': { status: 400 },
  'invalid-form': { status: 400 },
  'not-signed-in': { status: 401, sentence: 'Please sign in.' },
  'wrong-role': { status: 403, sentence: 'You do not have permission to do this.' },
  'other-origin': { status: 403, sentence: 'This request came from another site and was refused.' },
  'https-needed': { status: 403 },
  'not-found': { status: 404, sentence: 'That could not be found.' },
  'unknown-address': { status: 404, sentence: 'There is nothing at this address.' },
  'wrong-method': { status: 405, sentence: 'That cannot be done here.' },
  'request-too-slow': { status: 408, sentence: 'That took too long. Please try again.' },
  'changed-meanwhile': { status: 409, sentence: 'Somebody else changed this meanwhile.' },
  'list-changed': { status: 409, sentence: 'The list has changed meanwhile. Please try again.' },
  'too-large': { status: 413, sentence: 'That is too large.' },
  'too-many-files': { status: 413 },
  'too-many-pixels': { status: 413 },
  'address-too-long': { status: 414, sentence: 'That is too large.' },
  'wrong-content-type': {
    status: 415,
    sentence: 'That kind of content cannot be taken here.',
  },
  'not-a-picture': { status: 415, sentence: 'Please upload an image file.' },
  'damaged-picture': { status: 415, sentence: 'This picture is damaged and cannot be read.' },
  'no-such-part': { status: 416, sentence: 'The file has no such part.' },
  'head-too-large': { status: 431, sentence: 'That is too large.' },
  'server-failed': { status: 500, sentence: 'Something went wrong. Please try again.' },
  'not-ready': {
    status: 503,
    sentence: 'The server is not ready. Please try again in a moment.',
    retryAfterSeconds: 5,
  },
  'too-busy': { status: 503, retryAfterSeconds: 5 },
  'try-again': {
    status: 503,
    sentence: 'That did not work. Please try again.',
    retryAfterSeconds: 1,
  },
  'no-room': { status: 507, sentence: 'There is no room left on the server.' },
} as const satisfies RefusalKinds;

export type KitRefusal = keyof typeof platformRefusals;

/**
 * Creates one of these refusals; used only within the platform. Features call `refusalsOf` with
 * their own kinds, or the functions below.
 */
export const platformRefusal = refusalsOf(platformRefusals);

/**
 * Refuses access to an object that does not exist, or that belongs to another household. Both cases
 * get the same refusal, so that a client cannot find out whether the object exists.
 */
export function notFound(): Refusal {
  return platformRefusal('not-found');
}

export function notSignedIn(): Refusal {
  return platformRefusal('not-signed-in');
}

export function notAllowed(): Refusal {
  return platformRefusal('wrong-role');
}

/** Refuses a new order of a list, because the list has changed since the user chose the order. */
export function listChanged(): Refusal {
  return platformRefusal('list-changed');
}

/** Refuses a change because a concurrent change was faster; a retry succeeds. */
export function tryAgain(): Refusal {
  return platformRefusal('try-again');
}

export function noRoomForPictures(): Refusal {
  return platformRefusal('no-room', 'There is no room for more pictures on the server.');
}

/** Refuses form fields that contradict each other; the refusal has the message of the first one. */
export function invalidInput(fields: Record<string, string>): Refusal {
  return platformRefusal('invalid-input', Object.values(fields)[0] ?? '', { fields });
}
