/** The recipient has not confirmed the email address yet. */
export const NOT_CONFIRMED = 'email not confirmed';

/**
 * Explains in a sentence why a message could not be sent. `reason` is a failure code of the outbox.
 */
export function failureMessage(reason: string): string {
  const [, words] = SENTENCES.find(([pattern]) => pattern.test(reason)) ?? [];
  return words ?? 'It could not be sent.';
}

/** The first match is used. Three digits are a status code of the other server. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [
    /^no mail server$/,
    'No mail server is set up on this server. Whoever runs it can set SMTP_URL.',
  ],
  [/^email not confirmed$/, 'The email is not confirmed yet: alerts cannot be sent there.'],
  [/^nobody to tell$/, 'Nobody was there to be told.'],
  [/^too late$/, 'It came too late to be sent.'],
  [/^the subscription has ended$/, 'The browser does not take alerts any more.'],
  [/^the push service answered /, 'The service that brings notifications refused it.'],
  [/^EAUTH\b/, 'The mail server did not let this server sign in.'],
  [/^ETIMEDOUT\b/, 'The mail server did not answer in time.'],
  [/\b[45]\d\d$|^EENVELOPE\b|^EMESSAGE\b/, 'The mail server refused it.'],
  [
    /^(ECONNECTION|ECONNREFUSED|ECONNRESET|ESOCKET|EDNS|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|ETLS|EAI_AGAIN)\b/,
    'The server that should bring it could not be reached.',
  ],
  [/^(TimeoutError|ABORT_ERR|AbortError)\b/, 'The server that should bring it did not answer.'],
];
