import type { BaseLocationHook } from 'wouter';
import { navigate, usePathname } from 'wouter/use-browser-location';

export const MAIN = '/';

export interface EntryState {
  /**
   * Number of history entries between this entry and that of the main screen, this one included;
   * undefined if the main screen is not below this entry in the history.
   */
  readonly above?: number;
  /** Number of the overlay that belongs to this entry, such as a question. */
  readonly opened?: number;
  /** True if the guard entry is below this entry in the history: see `stayOnMain`. */
  readonly guarded?: true;
  /** True for the guard entry itself. */
  readonly isGuard?: true;
}

export function entryState(): EntryState {
  return history.state ?? {};
}

/** Returns the state for a new history entry on top of the current one. */
export function stateAbove(): EntryState {
  const { above = 0, guarded } = entryState();
  return { above: above + 1, ...(guarded && { guarded }) };
}

/**
 * Navigates with at most one history entry per level: one for the main screen and one for a
 * section. Replaces the current entry or adds one as needed.
 */
function go(to: string, options?: Parameters<typeof navigate>[1]): void {
  const { above = 0, opened: _, ...state } = entryState();
  if (to === MAIN && above > 0 && !options?.replace) history.go(-above);
  else if (location.pathname === MAIN && to !== MAIN)
    navigate(to, { state: stateAbove(), ...options });
  else navigate(to, { state: { above, ...state }, ...options, replace: true });
}

/**
 * Location hook for wouter's `Router`. A link to the main screen goes back to it in the history,
 * and a link between sections replaces the section. So Back always leads from a section to the main
 * screen.
 */
export const useMainBelow: BaseLocationHook = () => [usePathname(), go];
