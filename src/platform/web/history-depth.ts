import type { BaseLocationHook } from 'wouter';
import { navigate, usePathname } from 'wouter/use-browser-location';

export const MAIN = '/';

export interface EntryState {
  /** Number of entries above that of the main screen; undefined if the main screen is not below. */
  readonly above?: number;
  /** Number of the overlay that the entry shows, such as a question. */
  readonly opened?: number;
  /** True if the guard entry, which leads back to the main screen, is below. */
  readonly guarded?: true;
  /** True for the guard entry itself. */
  readonly isGuard?: true;
}

export function entryState(): EntryState {
  return history.state ?? {};
}

/** Returns the state for an entry above the current one. */
export function stateAbove(): EntryState {
  const { above = 0, guarded } = entryState();
  return { above: above + 1, ...(guarded && { guarded }) };
}

/**
 * Replaces or pushes an entry, so that there is one entry per level: the main screen, then a
 * section.
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
