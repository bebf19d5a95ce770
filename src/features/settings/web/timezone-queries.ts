import { useQueryClient } from '@tanstack/react-query';
import { callersOf } from '#platform/web/api.ts';
import { useChange } from '#platform/web/create-mutation.ts';
import type { SettingsCalls, TimezonePreviewCalls } from '../contract.ts';
import { SETTINGS } from './queries.ts';

const calls = callersOf<SettingsCalls & TimezonePreviewCalls>()({
  previewTimezone: 'GET /api/settings/timezone-preview',
  undoTimezone: 'POST /api/settings/timezone-undo',
});

export const previewTimezone = (timezone: string) => calls.previewTimezone({ query: { timezone } });

/**
 * Undoes the change made at `changedAt`, and invalidates all queries, because they contain times.
 */
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
