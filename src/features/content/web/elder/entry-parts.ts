/** Of what there is to open: nothing to open now is sunk, without its sign. */
export function groundOf(isCalm: boolean): string {
  return isCalm ? 'bg-sunk text-soft' : 'bg-surface shadow-e1';
}

/** Below a title. */
export const DETAIL = 'text-elder text-soft leading-[1.3]';

/** The sign on a disc, of a size of its own. */
export const DISC =
  'grid flex-none place-items-center rounded-full bg-key text-[2.25rem] text-white';
