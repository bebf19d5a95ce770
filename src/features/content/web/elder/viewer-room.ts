/** The room in which a page of others stands, and that page, whose ring would lie outside of the screen. */
export const ROOM = 'relative grid min-h-60 flex-1 place-items-center';

export const FRAME =
  'absolute inset-0 size-full border-0 focus-visible:shadow-[inset_0_0_0_9px_var(--color-gold)]! focus-visible:outline-offset-[-9px]!';
