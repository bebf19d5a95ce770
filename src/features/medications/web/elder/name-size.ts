import { widthInTwoLines } from '#platform/web/text-width.ts';

/**
 * Returns a CSS font size: the full size, or less if the name needs it to fit in two lines of its
 * container; never smaller than the minimum for elders.
 */
export function nameSize(name: string): string {
  return `max(1.5rem, min(1em, 100cqi / ${widthInTwoLines(name)}))`;
}
