export interface SwitcherProps {
  /**
   * The paths of the overview, of the form for a new household, and the one to open after a switch.
   */
  overviewPath: string;
  addPath: string;
  path: string;
  onChosen?: (() => void) | undefined;
}
