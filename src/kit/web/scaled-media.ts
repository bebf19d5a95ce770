const EM = /(\d*\.?\d+)em\b/g;

/** A media query in which every length in em is so many times as large. */
export function scaledMedia(query: string, factor: number): string {
  return query.replace(EM, (_, length: string) => `${round(Number(length) * factor)}em`);
}

/** Text is not enlarged beyond what leaves lines so long, in the rem that the browser's user has. */
const NARROWEST_REM = 15;

/** How many times as large text is that should be of `percent`, in a window of so many such rem. */
export function textFactor(percent: number, windowRem: number): number {
  return Math.min(percent / 100, Math.max(1, round(windowRem / NARROWEST_REM)));
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
