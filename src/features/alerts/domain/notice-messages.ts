import { timeMessage } from '#platform/shared/moments.ts';
import { formatDay, formatTime } from '#platform/shared/zoned-time.ts';
import type { Channels, UnsentAlert } from '../contract.ts';
import { isConfirmable } from './channels.ts';

type Way = Pick<Channels, 'email' | 'emailFailure' | 'push' | 'pushFailure'>;

/** Explains why no alert can be delivered, and how to fix it. */
export function noChannelMessage(people: readonly Way[]): string[] {
  const hasNoMail = people.some(({ email }) => email === 'no mail server');
  const mailFailure =
    people.find(({ emailFailure }) => emailFailure !== null)?.emailFailure ?? undefined;
  const pushFailure =
    people.find(({ pushFailure }) => pushFailure !== null)?.pushFailure ?? undefined;
  const push =
    pushFailure === undefined
      ? 'nobody has turned alerts on in a browser'
      : 'the last notifications could not be sent';
  const isTrying = mailFailure !== undefined || pushFailure !== undefined;
  const isUnconfirmed = people.some(({ email }) => isConfirmable(email) || email === 'no links');
  const isAsked = people.some(({ email }) => email === 'not confirmed');
  const mail = mailMessage({ hasNoMail, hasFailed: mailFailure !== undefined, isUnconfirmed });
  return [
    `No alert can reach anybody${isTrying ? ' at the moment' : ' yet'}: ${mail}, and ${push}.`,
    ...[mailFailure, pushFailure].filter((failure) => failure !== undefined),
    [
      ...(isAsked ? ['Check your email and press the confirm button.'] : []),
      ...(hasNoMail ? ['Ask the person who set up this server to set SMTP_URL.'] : []),
      ...(people.some(({ email }) => email === 'no links')
        ? ['Ask the person who set up this server to set PUBLIC_URL.']
        : []),
      'On a phone or computer, open Medications and turn on “Alert me on this device”, then send a test alert. A browser allows that only at an address that begins with https.',
    ].join(' '),
  ];
}

interface MailStanding {
  readonly hasNoMail: boolean;
  readonly hasFailed: boolean;
  readonly isUnconfirmed: boolean;
}

function mailMessage({ hasNoMail, hasFailed, isUnconfirmed }: MailStanding): string {
  if (hasNoMail) return 'no mail server is set up on this server';
  if (hasFailed) return 'the last emails could not be sent';
  return isUnconfirmed
    ? 'no administrator has confirmed their email yet'
    : 'no administrator has an email address';
}

const SAID = { taken: 'was taken', missed: 'was marked as missed', skipped: 'was skipped' };

/** Example: 'Metformin, 8:00 AM on Tuesday, March 10. It was taken at 9:40 AM.' */
export function unsentDoseMessage(dose: UnsentAlert['doses'][number], timezone: string): string {
  const due = new Date(dose.scheduledTime);
  const what = `${dose.name}, ${formatTime(due, timezone)} on ${formatDay(due, timezone)}.`;
  if (dose.said === null || dose.saidAt === null) {
    return `${what} Nobody has said whether it was taken.`;
  }
  return `${what} It ${SAID[dose.said]} at ${timeMessage(new Date(dose.saidAt), due, timezone)}.`;
}

type TestLetter = NonNullable<Channels['lastTest']>['letters'][number];

/** Describes the delivery state of one message of a test alert. */
export function testLetterMessage(letter: TestLetter, timezone: string): string {
  const { kind, sentAt, receivedAt, failure } = letter;
  const what = kind === 'email' ? 'Email' : 'Notification';
  const time = (instant: string) => formatTime(new Date(instant), timezone);
  if (receivedAt !== null) return `${what}: received at ${time(receivedAt)}.`;
  if (failure !== null) return `${what}: not sent. ${failure}`;
  if (sentAt === null) return `${what}: on its way.`;
  const then = kind === 'email' ? 'Open it and press the button in it.' : 'Press it when it comes.';
  return `${what}: sent at ${time(sentAt)}. ${then}`;
}
