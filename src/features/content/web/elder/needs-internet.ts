import { toast } from '#platform/web/toasts.ts';

export const NEEDS_INTERNET = 'Needs the internet';

/** Shown when an entry is pressed that needs a connection, instead of opening it. */
export function showNeedsInternet(): void {
  toast.info(NEEDS_INTERNET, 'You do not need to do anything. It comes back by itself.');
}
