import type { CSSProperties } from 'react';
import { textWidth, widthInTwoLines } from '#kit/web/text-width.ts';

/** How wide labels may be, in em, to stand beside the arch of a tile. */
const BESIDE_EM = 4.4;

/** A label so wide at most stays in one line, whatever the others do: 'My Day' does. */
const ONE_LINE_EM = 3.6;

export interface LabelSize {
  /** The width of the widest line of all labels, in em. */
  readonly word: number;
  readonly lines: 1 | 2;
  /** Some line is too wide to stand beside an arch: it stands under it. */
  readonly isLong: boolean;
}

/** What the labels of the tiles need, so that all of them are of one size and no word breaks. */
export function labelSize(labels: readonly string[]): LabelSize {
  const widest = (of: (label: string) => number) => Math.max(0, ...labels.map(of));
  const inOneLine = widest(textWidth);
  const word =
    inOneLine > BESIDE_EM
      ? widest((label) => (isShort(label) ? textWidth(label) : widthInTwoLines(label)))
      : inOneLine;
  return { word, lines: word < inOneLine ? 2 : 1, isLong: word > BESIDE_EM };
}

/** What the grid of the tiles carries, from which its styles make the size of all labels. */
export function labelAttributes(labels: readonly string[]) {
  const { word, lines, isLong } = labelSize(labels);
  const style = { '--word': word, '--lines': lines } as CSSProperties;
  return { style, 'data-lines': lines, 'data-long': isLong };
}

/** Whether the words of a label stay together in one line. */
export function isShort(label: string): boolean {
  return textWidth(label) <= ONE_LINE_EM;
}
