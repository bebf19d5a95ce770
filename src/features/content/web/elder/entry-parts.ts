/** Classes of an entry's background; an unavailable entry looks flat. */
export function groundOf(isCalm: boolean): string {
  return isCalm ? 'bg-sunk text-soft' : 'bg-surface shadow-e1';
}

/** The text below a title. */
export const DETAIL = 'text-elder text-soft leading-[1.3]';

/** A disc with an icon in a fixed size. */
export const DISC =
  'grid flex-none place-items-center rounded-full bg-key text-[2.25rem] text-white';
