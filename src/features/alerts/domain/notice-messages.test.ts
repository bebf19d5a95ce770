import { describe, expect, it } from 'vitest';
import { noChannelMessage, testLetterMessage, unsentDoseMessage } from './notice-messages.ts';

const ZONE = 'America/New_York';
const DUE = '2026-03-10T12:00:00Z';

describe('noChannelMessage', () => {
  const nothing = { email: 'no mail server', emailFailure: null } as const;
  const noPush = { push: 'none', pushFailure: null } as const;

  it.each([
    [
      { ...nothing, ...noPush },
      /^No alert can reach anybody yet: no mail server is set up on this server, and nobody has turned alerts on in a browser\..*SMTP_URL/,
    ],
    [
      { ...noPush, email: 'failing', emailFailure: 'The mail server refused it.' },
      /^No alert can reach anybody at the moment: the last emails could not be sent, and nobody .* The mail server refused it\. On a phone/,
    ],
    [
      { ...noPush, email: 'not confirmed', emailFailure: null },
      /^No alert can reach anybody yet: no administrator has confirmed their email yet, .* Check your email and press the confirm button/,
    ],
    [
      { ...noPush, email: 'no address', emailFailure: null },
      /no administrator has an email address/,
    ],
    [
      { ...nothing, push: 'failing', pushFailure: 'The service refused it.' },
      /at the moment: no mail server .* notifications could not be sent\. The service refused it\./,
    ],
  ] as const)('the reason why no alert can be delivered is explained: %o', (way, words) => {
    expect(noChannelMessage([way]).join(' ')).toMatch(words);
  });
});

it.each([
  ['taken', '2026-03-10T13:40:00Z', 'It was taken at 9:40 AM.'],
  ['skipped', '2026-03-11T13:40:00Z', 'It was skipped at 9:40 AM on Wednesday, March 11.'],
  ['missed', '2026-03-10T13:40:00Z', 'It was marked as missed at 9:40 AM.'],
  [null, null, 'Nobody has said whether it was taken.'],
] as const)('an unsent alert of a dose that is %s names its answer', (said, saidAt, words) => {
  expect(unsentDoseMessage({ name: 'Metformin', scheduledTime: DUE, said, saidAt }, ZONE)).toBe(
    `Metformin, 8:00 AM on Tuesday, March 10. ${words}`,
  );
});

it.each([
  ['email', null, null, null, 'Email: on its way.'],
  ['email', DUE, null, null, 'Email: sent at 8:00 AM. Open it and press the button in it.'],
  ['push', DUE, null, null, 'Notification: sent at 8:00 AM. Press it when it comes.'],
  ['push', DUE, '2026-03-10T13:12:00Z', null, 'Notification: received at 9:12 AM.'],
  [
    'email',
    null,
    null,
    'The mail server refused it.',
    'Email: not sent. The mail server refused it.',
  ],
] as const)('state of a test message by %s, sent %s, received %s, failed %s', (...letter) => {
  const [kind, sentAt, receivedAt, failure, words] = letter;
  expect(testLetterMessage({ kind, sentAt, receivedAt, failure }, ZONE)).toBe(words);
});
