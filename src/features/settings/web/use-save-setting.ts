import { useMemo } from 'react';
import { ApiError } from '#platform/web/api.ts';
import { currentIn } from '#platform/web/find-current.ts';
import { lastWins } from '#platform/web/latest-wins.ts';
import { type ToastOptions, toast } from '#platform/web/toasts.ts';
import type { StoredSettings } from '../contract.ts';
import { type SettingsChange, useChangeSettings } from './queries.ts';

/** The conflict message: Enter sends the value again, Escape discards it. */
export const CHANGED_MEANWHILE = (theirs: string) =>
  `Somebody else changed this to “${theirs}”. Press Enter to keep yours, Escape to use theirs.`;

const NOT_SAVED = 'This has not been saved. Press Enter to try again.';

/** The result of a save; without `wrong` it succeeded. */
interface Saved {
  readonly wrong?: string;
}

/** Returns more options for the toast of a saved setting, such as Undo. */
export type SavedToast = (stored: StoredSettings) => ToastOptions;

const NO_OPTIONS: SavedToast = () => ({});

/**
 * Saves one setting and shows a toast. Only one save runs at a time, and of several values the last
 * one wins. Resolves to undefined for a superseded value.
 */
export function useSaveSetting(
  savedToast = NO_OPTIONS,
): (change: SettingsChange) => Promise<Saved | undefined> {
  const { mutateAsync } = useChangeSettings();
  return useMemo(
    () =>
      lastWins(async (change: SettingsChange): Promise<Saved> => {
        try {
          const stored = await mutateAsync(change);
          toast.success('Success', 'Settings saved successfully', savedToast(stored));
          return {};
        } catch (error) {
          const theirs = theirsIn(error, change);
          if (theirs !== undefined) {
            toast.error('Not saved', CHANGED_MEANWHILE(theirs));
            return { wrong: CHANGED_MEANWHILE(theirs) };
          }
          toast.error('Error', 'Failed to update settings');
          const [sentence] = error instanceof ApiError ? Object.values(error.fields) : [];
          return { wrong: sentence ?? NOT_SAVED };
        }
      }),
    [mutateAsync, savedToast],
  );
}

/** Returns another administrator's value of the setting if the error is a conflict. */
function theirsIn(error: unknown, change: SettingsChange): string | undefined {
  const current = currentIn<StoredSettings>(error);
  const [name] = Object.keys(change);
  if (current === undefined || name === undefined) return undefined;
  return String(new Map<string, unknown>(Object.entries(current)).get(name));
}
