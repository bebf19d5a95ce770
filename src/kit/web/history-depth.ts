import type { BaseLocationHook } from 'wouter';
import { navigate, usePathname } from 'wouter/use-browser-location';

export const MAIN = '/';

/** What an entry of the browser's history knows of where it stands. */
export interface EntryState {
  /** How many entries it stands above that of the main screen; none where that is not below it. */
  readonly above?: number;
  /** Which thing over the screen it shows, such as a question. */
  readonly opened?: number;
  /** Below it stands an entry that leads back to the main screen. */
  readonly guarded?: true;
  /** It is that entry. */
  readonly isGuard?: true;
}

export function entryState(): EntryState {
  return history.state ?? {};
}

/** Of an entry that is to stand above the present one. */
export function stateAbove(): EntryState {
  const { above = 0, guarded } = entryState();
  return { above: above + 1, ...(guarded && { guarded }) };
}

/** Replaces, or pushes an entry, so that there is one for each place: the main screen, then a section. */
function go(to: string, options?: Parameters<typeof navigate>[1]): void {
  const { above = 0, opened: _, ...state } = entryState();
  if (to === MAIN && above > 0 && !options?.replace) history.go(-above);
  else if (location.pathname === MAIN && to !== MAIN)
    navigate(to, { state: stateAbove(), ...options });
  else navigate(to, { state: { above, ...state }, ...options, replace: true });
}

/**
 * The addresses of screens of which one is the main screen (a hook for wouter's `Router`): a link to it
 * goes back to it in the history, and one from section to section takes the section's place. So the
 * browser's Back leads from a section to the main screen, wherever somebody has been.
 */
export const useMainBelow: BaseLocationHook = () => [usePathname(), go];
