/**
 * State of the email channel of one administrator. `works` and `failing` come from the result of
 * the last email.
 */
export const EMAIL_STATES = [
  'works',
  'not known',
  'failing',
  'no mail server',
  'no address',
  /** A confirmation email was sent, but its button was not pressed yet. */
  'not confirmed',
  /** No confirmation email was sent, or its link has expired. */
  'not asked',
  /** No confirmation email can be sent, because the server does not know its own public address. */
  'no links',
] as const;

export type EmailState = (typeof EMAIL_STATES)[number];

/** State of the push channel of one administrator; with several browsers, the best state counts. */
export const PUSH_STATES = ['works', 'not known', 'failing', 'none'] as const;

export type PushState = (typeof PUSH_STATES)[number];

export function isConfirmable(email: EmailState | undefined): boolean {
  return email === 'not confirmed' || email === 'not asked';
}

/** True if an alert may arrive. An untested channel counts as open. */
export function reaches({ email, push }: { email: EmailState; push: PushState }): boolean {
  const isOpen = (state: EmailState | PushState) => state === 'works' || state === 'not known';
  return isOpen(email) || isOpen(push);
}
