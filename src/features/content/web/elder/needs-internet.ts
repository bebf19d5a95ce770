import { toast } from '#kit/web/toasts.ts';

export const NEEDS_INTERNET = 'Needs the internet';

/** What a press on something calm says, instead of opening what would fail. */
export function sayNeedsInternet(): void {
  toast.info(NEEDS_INTERNET, 'You do not need to do anything. It comes back by itself.');
}
