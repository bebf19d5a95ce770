/** Where a switch of households leads. */
export interface SwitcherProps {
  /** Of the overview, and where in a household one comes in. */
  overviewPath: string;
  path: string;
  onChosen?: (() => void) | undefined;
}
