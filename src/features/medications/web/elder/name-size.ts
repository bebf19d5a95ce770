import { widthInTwoLines } from '#kit/web/text-width.ts';

/**
 * The full size of a name, or as much of it as lets it fit into two lines of its container; CSS,
 * never less than an elder reads.
 */
export function nameSize(name: string): string {
  return `max(1.5rem, min(1em, 100cqi / ${widthInTwoLines(name)}))`;
}
