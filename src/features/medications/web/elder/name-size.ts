import { lettersInTwoLines } from '#kit/web/two-lines.ts';

/** How wide a letter of the name is, at most on average. */
const LETTER_EM = 0.54;

/**
 * The full size of a name, or as much of it as lets it fit into two lines of its container; CSS,
 * never less than an elder reads.
 */
export function nameSize(name: string): string {
  return `max(1.5rem, min(1em, 100cqi / ${lettersInTwoLines(name) * LETTER_EM}))`;
}
