const EM = /(\d*\.?\d+)em\b/g;

/** A media query in which every length in em is so many times as large. */
export function scaledMedia(query: string, factor: number): string {
  return query.replace(EM, (_, length: string) => `${round(Number(length) * factor)}em`);
}

/** Text is not enlarged beyond what leaves lines of so many usual letters, in CSS pixels at 100 %. */
const NARROWEST_PX = 280;

/** How many times as large text is that should be of `percent`, in a window so wide. */
export function textFactor(percent: number, windowPx: number): number {
  return Math.min(percent / 100, Math.max(1, round(windowPx / NARROWEST_PX)));
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
