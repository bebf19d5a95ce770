const EM = /(\d*\.?\d+)em\b/g;

/** Multiplies every length in em of a media query by the factor. */
export function scaledMedia(query: string, factor: number): string {
  return query.replace(EM, (_, length: string) => `${round(Number(length) * factor)}em`);
}

/**
 * Minimum length of a line of enlarged text, in rem of the browser's font size. In narrower windows
 * text is enlarged less.
 */
const NARROWEST_REM = 15;

/** Returns the factor for a text size of `percent` in a window of this width in rem. */
export function textFactor(percent: number, windowRem: number): number {
  return Math.min(percent / 100, Math.max(1, round(windowRem / NARROWEST_REM)));
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
