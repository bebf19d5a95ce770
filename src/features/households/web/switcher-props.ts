export interface SwitcherProps {
  /**
   * Paths: of the overview, of the form for a new household, and (`path`) of the page to open after
   * a switch.
   */
  overviewPath: string;
  addPath: string;
  path: string;
  onChosen?: (() => void) | undefined;
}
