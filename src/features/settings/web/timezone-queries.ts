import { useQueryClient } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import { useChange } from '#kit/web/use-change.ts';
import type { SettingsCalls, TimezonePreviewCalls } from '../contract.ts';
import { SETTINGS } from './queries.ts';

const calls = callersOf<SettingsCalls & TimezonePreviewCalls>()({
  previewTimezone: 'GET /api/settings/timezone-preview',
  undoTimezone: 'POST /api/settings/timezone-undo',
});

/** The effects that a change to this time zone has now. */
export const previewTimezone = (timezone: string) => calls.previewTimezone({ query: { timezone } });

/** Undoes the change that was made at that time; every query with times is stale then. */
export function useUndoTimezone() {
  const client = useQueryClient();
  return useChange(
    (changedAt: string) => calls.undoTimezone({ body: { changedAt } }),
    (stored) => {
      client.setQueryData(SETTINGS, stored);
      return client.invalidateQueries();
    },
  );
}
