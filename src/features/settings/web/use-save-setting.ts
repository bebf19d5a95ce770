import { useMemo } from 'react';
import { ApiError } from '#kit/web/api.ts';
import { lastWins } from '#kit/web/latest-wins.ts';
import { currentIn } from '#kit/web/present-of.ts';
import { type ToastOptions, toast } from '#kit/web/toasts.ts';
import type { StoredSettings } from '../contract.ts';
import { type SettingsChange, useChangeSettings } from './queries.ts';

/** Enter sends it again, Escape gives it up for what is saved. */
export const CHANGED_MEANWHILE = (theirs: string) =>
  `Somebody else changed this to “${theirs}”. Press Enter to keep yours, Escape to use theirs.`;

const NOT_SAVED = 'This has not been saved. Press Enter to try again.';

/** How saving ended; without a sentence it is saved. */
interface Saved {
  readonly wrong?: string;
}

/** Makes further options of the toast of a saved setting, such as Undo. */
export type SavedToast = (stored: StoredSettings) => ToastOptions;

const NO_OPTIONS: SavedToast = () => ({});

/**
 * Saves one setting, with a toast, one save at a time: of several values the last one wins. Answers
 * undefined to a value that was overtaken.
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

/** What somebody else made of the same setting, when that is why it was not saved. */
function theirsIn(error: unknown, change: SettingsChange): string | undefined {
  const current = currentIn<StoredSettings>(error);
  const [name] = Object.keys(change);
  if (current === undefined || name === undefined) return undefined;
  return String(new Map<string, unknown>(Object.entries(current)).get(name));
}
