import { appendFileSync } from 'node:fs';

/** A file to which a bench that runs for the table adds its figures, a line of JSON each. */
const { BENCH_FIGURES } = process.env;

export interface Figure {
  /** The goal of which it is, such as P4; a bench may tell several of one. */
  readonly goal: string;
  /** What was measured, in a few words. */
  readonly what: string;
  readonly figure: number;
  /** What it may be at most, where more is worse. */
  readonly most?: number;
  /** What it has to be at least, where less is worse. */
  readonly least?: number;
  /** Of both: 'times bare node:http', 'ms'. */
  readonly unit: string;
}

/** Tells the table of goals a figure; by itself a bench says it in its own words. */
export function tellFigure(figure: Figure): void {
  if (BENCH_FIGURES) appendFileSync(BENCH_FIGURES, `${JSON.stringify(figure)}\n`);
}

/** Whether the figure is what the goal asks. */
export function isMet({ figure, most, least }: Pick<Figure, 'figure' | 'most' | 'least'>): boolean {
  return figure <= (most ?? figure) && figure >= (least ?? figure);
}
