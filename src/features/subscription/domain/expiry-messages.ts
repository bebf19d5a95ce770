import { formatDay } from '#platform/shared/zoned-time.ts';

export interface ExpiryMessage {
  readonly subject: string;
  /** The paragraphs below the greeting. */
  readonly paragraphs: readonly string[];
}

/** Returns the email to the administrators about an expired subscription. */
export function expiryMessage(
  expired: { endedAt: Date; careEndsAt: Date; renewer: string; isRenewer: boolean },
  timezone: string,
): ExpiryMessage {
  const { endedAt, careEndsAt, renewer, isRenewer } = expired;
  const way = isRenewer
    ? 'To open everything again, sign in and press Renew now.'
    : `To open everything again, ${renewer} signs in and presses Renew now.`;
  return {
    subject: 'Your subscription has expired',
    paragraphs: [
      `The subscription of your household ended on ${formatDay(endedAt, timezone)}.`,
      `Care goes on for a while: until ${formatDay(careEndsAt, timezone)}, tablets that were set up with a code keep reminding of medications and show My Day. Everything else is closed.`,
      `${way} Nothing has been deleted.`,
    ],
  };
}
