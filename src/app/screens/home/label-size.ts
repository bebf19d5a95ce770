import type { CSSProperties } from 'react';
import { textWidth, widthInTwoLines } from '#platform/web/text-width.ts';

/** Maximum width of a label next to the arch of a tile, in em. */
const BESIDE_EM = 4.4;

/** Labels up to this width stay in one line in any layout, such as 'My Day'; in em. */
const ONE_LINE_EM = 3.6;

export interface LabelSize {
  /** Width of the widest line of any label, in em. */
  readonly word: number;
  readonly lines: 1 | 2;
  /** True if a line is too wide next to the arch, so that all labels are below the arch. */
  readonly isLong: boolean;
}

/** Measures the labels, so that all tiles use one font size and no word breaks. */
export function labelSize(labels: readonly string[]): LabelSize {
  const widest = (of: (label: string) => number) => Math.max(0, ...labels.map(of));
  const inOneLine = widest(textWidth);
  const word =
    inOneLine > BESIDE_EM
      ? widest((label) => (isShort(label) ? textWidth(label) : widthInTwoLines(label)))
      : inOneLine;
  return { word, lines: word < inOneLine ? 2 : 1, isLong: word > BESIDE_EM };
}

/** Attributes of the tile grid, from which its CSS computes the font size. */
export function labelAttributes(labels: readonly string[]) {
  const { word, lines, isLong } = labelSize(labels);
  const style = { '--word': word, '--lines': lines } as CSSProperties;
  return { style, 'data-lines': lines, 'data-long': isLong };
}

/** True if a label stays in one line. */
export function isShort(label: string): boolean {
  return textWidth(label) <= ONE_LINE_EM;
}
