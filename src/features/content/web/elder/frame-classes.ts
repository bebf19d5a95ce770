/**
 * Classes of the container of an external frame, and of the frame, whose focus ring is drawn
 * inside.
 */
export const ROOM = 'relative grid min-h-60 flex-1 place-items-center';

export const FRAME =
  'absolute inset-0 size-full border-0 focus-visible:shadow-[inset_0_0_0_9px_var(--color-gold)]! focus-visible:outline-offset-[-9px]!';
