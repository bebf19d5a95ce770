/** Where a switch of households leads. */
export interface SwitcherProps {
  /** Of the overview, of the form for one more, and where in a household one comes in. */
  overviewPath: string;
  addPath: string;
  path: string;
  onChosen?: (() => void) | undefined;
}
