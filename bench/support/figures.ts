import { appendFileSync } from 'node:fs';

/** A file to which each bench of the table appends its figures, one JSON object per line. */
const { BENCH_FIGURES } = process.env;

export interface Figure {
  /** Name of the goal, such as P4; a bench may report several figures for one goal. */
  readonly goal: string;
  readonly what: string;
  readonly figure: number;
  /** Maximum, if lower is better. */
  readonly most?: number;
  /** Minimum, if higher is better. */
  readonly least?: number;
  /** Unit of figure and limit, for example 'times bare node:http' or 'ms'. */
  readonly unit: string;
}

/** Reports a figure to the table of goals; does nothing in a single bench. */
export function reportFigure(figure: Figure): void {
  if (BENCH_FIGURES) appendFileSync(BENCH_FIGURES, `${JSON.stringify(figure)}\n`);
}

export function isMet({ figure, most, least }: Pick<Figure, 'figure' | 'most' | 'least'>): boolean {
  return figure <= (most ?? figure) && figure >= (least ?? figure);
}
