import { useMemo } from 'react';
import { ApiError } from '#kit/web/api.ts';
import { lastWins } from '#kit/web/last-wins.ts';
import { toast } from '#kit/web/toasts.tsx';
import { type SettingsChange, useChangeSettings } from './queries.ts';

const NOT_SAVED = 'This has not been saved. Press Enter to try again.';

/** How saving ended; without a sentence it is saved. */
interface Saved {
  readonly wrong?: string;
}

/**
 * Saves one setting, with a toast, one save at a time: of several values the last one wins. Answers
 * undefined to a value that was overtaken.
 */
export function useSaveSetting(): (change: SettingsChange) => Promise<Saved | undefined> {
  const { mutateAsync } = useChangeSettings();
  return useMemo(
    () =>
      lastWins(async (change: SettingsChange): Promise<Saved> => {
        try {
          await mutateAsync(change);
          toast.success('Success', 'Settings saved successfully');
          return {};
        } catch (error) {
          toast.error('Error', 'Failed to update settings');
          const [sentence] = error instanceof ApiError ? Object.values(error.fields) : [];
          return { wrong: sentence ?? NOT_SAVED };
        }
      }),
    [mutateAsync],
  );
}
