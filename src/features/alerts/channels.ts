/**
 * How email stands for one administrator: it is said to work only when the last letter went, and to
 * fail when the last one did not.
 */
export const EMAIL_STATES = [
  'works',
  'not known',
  'failing',
  'no mail server',
  'no address',
  /** The email asks for a press, which has not come yet. */
  'not confirmed',
  /** No email that asks for the confirmation was sent, or its link has expired. */
  'not asked',
  /** No such email can be sent, because this server does not know its own address. */
  'no links',
] as const;

export type EmailState = (typeof EMAIL_STATES)[number];

/** The same of the browsers that they are alerted in; of several the best counts. */
export const PUSH_STATES = ['works', 'not known', 'failing', 'none'] as const;

export type PushState = (typeof PUSH_STATES)[number];

/** True if the person can ask for an email with which they confirm their address. */
export function isConfirmable(email: EmailState | undefined): boolean {
  return email === 'not confirmed' || email === 'not asked';
}

/** Whether an alert may reach somebody: what has not been tried yet may. */
export function reaches({ email, push }: { email: EmailState; push: PushState }): boolean {
  const isOpen = (state: EmailState | PushState) => state === 'works' || state === 'not known';
  return isOpen(email) || isOpen(push);
}
