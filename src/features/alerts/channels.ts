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
  'not confirmed',
] as const;

export type EmailState = (typeof EMAIL_STATES)[number];

/** The same of the browsers that they are alerted in; of several the best counts. */
export const PUSH_STATES = ['works', 'not known', 'failing', 'none'] as const;

export type PushState = (typeof PUSH_STATES)[number];

/** Whether an alert may reach somebody: what has not been tried yet may. */
export function reaches({ email, push }: { email: EmailState; push: PushState }): boolean {
  const isOpen = (state: EmailState | PushState) => state === 'works' || state === 'not known';
  return isOpen(email) || isOpen(push);
}
